import { cents, formatEuros, type Cents } from '#domain/platform/money'
import { fitsLimits } from '#domain/sales/plans/offer'
import type { Product } from '#domain/sales/operations/states'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Deals } from './deals.ts'
import type { ShopOffer } from './offers.ts'

/** What was fixed beforehand; the rest is chosen later. */
export type Wanted = { product: Product | null; numInstalments: number | null; campaignId?: string; totalCents: Cents }

const invalid = (name: string, code: string, message: string) =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message }] })

/**
 * The product and number of instalments that an order starts with: what was fixed, else the first that fits. Refuses with CreditNotAvailable
 * when the shop sells nothing on instalments, with ApiValidationException for an amount outside the limits (with the distance), for a
 * product or number that the shop does not offer, and for a campaign that gives this order nothing.
 */
export function chooseOffer(offers: readonly ShopOffer[], wanted: Wanted, deals: Deals): { offer: ShopOffer; numInstalments: number } {
  if (offers.length === 0) throw new Refusal('CreditNotAvailable')
  const asked = wanted.product === null ? offers : offers.filter((one) => one.product === wanted.product)
  if (asked.length === 0) throw invalid('product.type', 'option', text('checkout.field.product'))
  const offer = asked.find((one) => fitsLimits(one, wanted.totalCents))
  if (!offer) throw outside(asked, wanted.totalCents)
  const numInstalments = wanted.numInstalments ?? offer.instalmentsAllowed[0]
  if (numInstalments === undefined || !offer.instalmentsAllowed.includes(numInstalments))
    throw invalid(
      'product.num_instalments',
      'option',
      text('checkout.field.numInstalments', { allowed: offer.instalmentsAllowed.join(', ') }),
    )
  return wanted.campaignId === undefined ? { offer, numInstalments } : ofCampaign(asked, wanted, wanted.campaignId, deals)
}

/** The first plan that an order gets by that very campaign: a link is not made for one that is nowhere the cheapest. */
function ofCampaign(asked: readonly ShopOffer[], { totalCents, numInstalments }: Wanted, campaignId: string, deals: Deals) {
  const fitting = asked.filter((one) => fitsLimits(one, totalCents))
  for (const offer of fitting) {
    const won = offer.instalmentsAllowed.filter((count) => deals(offer, count)?.campaignId === campaignId)
    const count = numInstalments ?? won[0]
    if (count !== undefined && won.includes(count)) return { offer, numInstalments: count }
  }
  throw invalid('campaign_id', 'option', text('checkout.field.campaign'))
}

/** Names the nearest limit and how far away it is. */
function outside(offers: readonly ShopOffer[], totalCents: Cents): Refusal {
  const above = offers.map((one) => one.minCents).filter((minCents) => minCents > totalCents)
  const below = offers.map((one) => one.maxCents).filter((maxCents) => maxCents < totalCents)
  const up = above.length > 0 ? cents(Math.min(...above) - totalCents) : null
  const down = below.length > 0 ? cents(totalCents - Math.max(...below)) : null
  if (up !== null && (down === null || up <= down)) {
    const words = text('checkout.field.belowMinimum', { distance: formatEuros(up), limit: formatEuros(cents(totalCents + up)) })
    return invalid('order.total_amount', 'below_minimum', words)
  }
  const over = down ?? cents(0)
  const words = text('checkout.field.aboveMaximum', { distance: formatEuros(over), limit: formatEuros(cents(totalCents - over)) })
  return invalid('order.total_amount', 'above_maximum', words)
}
