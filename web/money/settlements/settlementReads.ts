import { settlementBalance, settlementDetail, settlementForecast, settlementLines, settlementList } from '#contract/money/settlements'
import { query } from '../../platform/api/query.ts'
import type { LinePart } from './lineKinds.ts'
import type { SettlementQuery } from './settlementQuery.ts'

// Each read as one value, so that loader and screen mean the same thing.

/** A page of the list. */
export const settlementListRead = (merchantId: string, { from, to, open, page }: SettlementQuery) =>
  query(settlementList, {
    params: { merchantId },
    query: { ...(from && { from }), ...(to && { to }), ...(open && { collected: 'no' as const }), page },
  })

/** Money on its way and the next payment. */
export const balanceRead = (merchantId: string) => query(settlementBalance, { params: { merchantId } })

/** What the next thirty days bring. */
export const forecastRead = (merchantId: string) => query(settlementForecast, { params: { merchantId } })

/** One settlement with its equation. */
export const settlementRead = (merchantId: string, settlementId: string) =>
  query(settlementDetail, { params: { merchantId, settlementId } })

/** A page of its lines, all or a part of them. */
export const linesRead = (merchantId: string, settlementId: string, part: LinePart | null, page: number) =>
  query(settlementLines, {
    params: { merchantId, settlementId },
    query: { ...(part === 'subsidised' ? { subsidised: 'yes' as const } : part && { kind: part }), page },
  })
