import { products, type Product } from '#domain/sales/operations/states'

/** State of the page in its URL: view, link and prefilled values. */
export type OfflineAddress = {
  view: 'counter' | 'form' | null
  /** The order whose link is shown. */
  order: string | null
  /** The order whose link the new one replaces. */
  replaces: string | null
  dialog: 'simulator' | 'sms' | 'resend' | null
  filled: { amount?: number; product?: Product; numInstalments?: number; campaignId?: string }
}

const hex = (text: string | undefined): string | null => (text !== undefined && /^[0-9a-f]{32}$/.test(text) ? text : null)
const whole = (text: string | undefined, most: number): number | undefined =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined

/** Parses the URL's search parameters; invalid values count as absent. */
export function readOfflineAddress(search: Record<string, string>): OfflineAddress {
  const { view, order, replaces, dialog } = search
  const amount = whole(search['amount'], 1_000_000_000)
  const product = products.find((one) => one === search['product'])
  const numInstalments = whole(search['instalments'], 60)
  const campaignId = hex(search['campaign'])
  return {
    view: view === 'counter' || view === 'form' ? view : null,
    order: hex(order),
    replaces: hex(replaces),
    dialog: dialog === 'simulator' || dialog === 'sms' || dialog === 'resend' ? dialog : null,
    filled: {
      ...(amount !== undefined && { amount }),
      ...(product !== undefined && { product }),
      ...(product !== undefined && numInstalments !== undefined && { numInstalments }),
      ...(product !== undefined && campaignId !== null && { campaignId }),
    },
  }
}
