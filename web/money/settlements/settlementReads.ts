import { settlementForecast } from '#contract/money/moneyCalendar'
import { settlementBalance, settlementDetail, settlementLines, settlementList } from '#contract/money/settlements'
import { query } from '../../platform/api/query.ts'
import type { LinePart } from './lineKinds.ts'
import type { SettlementQuery } from './settlementQuery.ts'

// Query options, shared by loaders and screens.

/** A page of the list. */
export const settlementListRead = (merchantId: string, { from, to, open, page }: SettlementQuery) =>
  query(settlementList, {
    params: { merchantId },
    query: { ...(from && { from }), ...(to && { to }), ...(open && { collected: 'no' as const }), page },
  })

/** The balance and the next payment. */
export const balanceRead = (merchantId: string) => query(settlementBalance, { params: { merchantId } })

/** The forecast of the next 30 days. */
export const forecastRead = (merchantId: string) => query(settlementForecast, { params: { merchantId } })

/** A settlement with the terms of its equation. */
export const settlementRead = (merchantId: string, settlementId: string) =>
  query(settlementDetail, { params: { merchantId, settlementId } })

const grouped = { grouped: 'yes' } as const

/** A page of a settlement's lines: of a part of them, or of all by kind. */
export const linesRead = (merchantId: string, settlementId: string, part: LinePart | null, page: number) =>
  query(settlementLines, {
    params: { merchantId, settlementId },
    query: { ...(part === null ? grouped : part === 'subsidised' ? { subsidised: 'yes' as const } : { kind: part }), page },
  })
