/** The dialog over an operation by its query parameters: confirmation, the receipt of a refund, or the customer's privacy. */
export type DetailDialog = { name: 'confirm' } | { name: 'privacy' } | { name: 'receipt'; refundId: string } | null

/** Parses the dialog from the URL; null when unknown. */
export function readDetailDialog(search: Readonly<Record<string, unknown>>): DetailDialog {
  const { dialog, refund } = search
  if (dialog === 'confirm' || dialog === 'privacy') return { name: dialog }
  return dialog === 'receipt' && typeof refund === 'string' && refund !== '' ? { name: 'receipt', refundId: refund } : null
}
