import type { LocalDate } from '#domain/platform/dates'
import { channels, products, type Channel, type Product } from '#domain/sales/operations/lifecycle'
import { figureDaysSearch, readFigureDays, type FigureDays } from '../../platform/lists/figureRange.ts'

/** What the page shows, as its address says it. */
export type InsightsQuery = { days: FigureDays; channel: Channel | null; product: Product | null; campaign: string | null }

/** Reads the address; whatever is not valid is no filter. */
export function readInsightsQuery(search: Readonly<Record<string, string>>, today: LocalDate): InsightsQuery {
  return {
    days: readFigureDays(search, today),
    channel: channels.find((one) => one === search['channel']) ?? null,
    product: products.find((one) => one === search['product']) ?? null,
    campaign: /^[0-9a-f]{32}$/.test(search['campaign'] ?? '') ? (search['campaign'] ?? null) : null,
  }
}

/** The page's address; empty values are left out. */
export const insightsSearch = ({ days, channel, product, campaign }: InsightsQuery): Record<string, string> => ({
  ...figureDaysSearch(days),
  ...(channel && { channel }),
  ...(product && { product }),
  ...(campaign && { campaign }),
})

/** The days and the channel, as all reads take them. */
export const byChannel = ({ days, channel }: InsightsQuery) => ({ from: days.from, to: days.to, ...(channel && { channel }) })

/** With the filters that only sales have. */
export const bySale = (query: InsightsQuery) => ({
  ...byChannel(query),
  ...(query.product && { product: query.product }),
  ...(query.campaign && { campaign: query.campaign }),
})
