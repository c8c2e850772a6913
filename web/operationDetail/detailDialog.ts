/** What lies over an operation by its query: confirming it, or the receipt of one refund (our choice). */
export type DetailDialog = { name: 'confirm' } | { name: 'receipt'; refundId: string } | null

/** Reads it from the address; anything unknown is no dialog. */
export function readDetailDialog(search: Readonly<Record<string, unknown>>): DetailDialog {
  const { dialog, refund } = search
  if (dialog === 'confirm') return { name: 'confirm' }
  return dialog === 'receipt' && typeof refund === 'string' && refund !== '' ? { name: 'receipt', refundId: refund } : null
}
