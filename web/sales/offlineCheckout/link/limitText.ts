import type { ProductOffer } from '#domain/sales/plans/offer'
import type { Product } from '#domain/sales/operations/states'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'

/** Which limit an amount misses and by how much: "Faltan 4,10 € para el mínimo de 30,00 €"; null when it is within an offer's limits. */
export function limitText(offers: readonly ProductOffer[], product: Product | null, amountCents: number): string | null {
  const applicable = product === null ? offers : offers.filter((offer) => offer.product === product)
  if (applicable.length === 0) return t('offlineCheckout.limit.nothing')
  if (applicable.some(({ minCents, maxCents }) => amountCents >= minCents && amountCents <= maxCents)) return null
  const above = applicable.filter(({ minCents }) => amountCents < minCents).map(({ minCents }) => minCents)
  const minCents = Math.min(...above)
  const maxCents = Math.max(...applicable.map(({ maxCents }) => maxCents))
  return above.length > 0
    ? t('offlineCheckout.limit.below', { distance: money(minCents - amountCents), limit: money(minCents) })
    : t('offlineCheckout.limit.above', { distance: money(amountCents - maxCents), limit: money(maxCents) })
}
