/** The dialog over an operation by its query parameters: confirmation, more time to capture, the receipt of a refund, or the customer's privacy. */
type DetailDialog = { name: 'confirm' | 'extend' | 'privacy' } | { name: 'receipt'; refundId: string } | null

/** Parses the dialog from the URL; null when unknown. */
export function readDetailDialog(search: Readonly<Record<string, unknown>>): DetailDialog {
  const { dialog, refund } = search
  if (dialog === 'confirm' || dialog === 'extend' || dialog === 'privacy') return { name: dialog }
  return dialog === 'receipt' && typeof refund === 'string' && refund !== '' ? { name: 'receipt', refundId: refund } : null
}
