/** What lies over an operation by its query: confirming it, the receipt of one refund, or what becomes of the customer's data. */
export type DetailDialog = { name: 'confirm' } | { name: 'privacy' } | { name: 'receipt'; refundId: string } | null

/** Reads it from the address; anything unknown is no dialog. */
export function readDetailDialog(search: Readonly<Record<string, unknown>>): DetailDialog {
  const { dialog, refund } = search
  if (dialog === 'confirm' || dialog === 'privacy') return { name: dialog }
  return dialog === 'receipt' && typeof refund === 'string' && refund !== '' ? { name: 'receipt', refundId: refund } : null
}
