import { localDate, type LocalDate, madridDay, weekday } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import { firstWholeMonth, type OwnPayoutTerms, type PayoutTerms, type PayoutVersions } from '#domain/money/payoutTerms'
import type { PayoutFrequency } from '#domain/money/settlement'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** The columns of payout terms, in `price_list_payout_terms` and `merchant_payout_terms`. */
export const payoutColumns: Sql = sql`payout_frequency, reserve_bps, reserve_days, minimum_fee_cents`

/** A row of payout terms; null where it is as the price list. */
export type PayoutRow = {
  payout_frequency: PayoutFrequency | null
  reserve_bps: number | null
  reserve_days: number | null
  minimum_fee_cents: bigint | null
}

export const ownPayoutTermsOf = (row: PayoutRow): OwnPayoutTerms => ({
  frequency: row.payout_frequency,
  reserve: row.reserve_bps === null || row.reserve_days === null ? null : { rate: basisPoints(row.reserve_bps), days: row.reserve_days },
  minimumFeeCents: row.minimum_fee_cents === null ? null : cents(row.minimum_fee_cents),
})

/** Terms of the price list, which has every column. */
export function payoutTermsOf(row: PayoutRow): PayoutTerms {
  const { frequency, reserve, minimumFeeCents } = ownPayoutTermsOf(row)
  if (frequency === null || reserve === null || minimumFeeCents === null) throw new Error('payout terms of the price list are incomplete')
  return { frequency, reserve, minimumFeeCents }
}

/** When a merchant's terms begin that stand in `merchants`: before every other version. */
const beginning = localDate('2000-01-01')

type ShopRow = PayoutRow & {
  id: string
  reserve_bps: number
  reserve_days: number
  minimum_fee_from: string | null
  since: Date
  ended: boolean
}

/** What was agreed with a shop before there were versions: daily, no reserve and no minimum fee follow the price list. */
function firstVersions(row: ShopRow): PayoutVersions['own'] {
  const { frequency, reserve, minimumFeeCents } = ownPayoutTermsOf(row)
  const terms: OwnPayoutTerms = {
    frequency: frequency === 'daily' ? null : frequency,
    reserve: reserve?.rate === 0 ? null : reserve,
    minimumFeeCents: null,
  }
  const minimumFrom = row.minimum_fee_from === null ? null : localDate(row.minimum_fee_from)
  return [
    { effectiveOn: beginning, terms },
    ...(minimumFrom === null ? [] : [{ effectiveOn: minimumFrom, terms: { ...terms, minimumFeeCents } }]),
  ]
}

/** How a shop is paid, in every version. */
export type ShopPayout = {
  versions: PayoutVersions
  /** The weekday of weekly payments: the one on which the shop went live. */
  weekday: number
  /** The first month with a minimum fee, if one is agreed; null: none is charged, as once the relation has ended. */
  minimumFrom: LocalDate | null
}

type Dated = PayoutRow & { effective_on: string }

/**
 * How each of some shops is paid: every version of the price list and of the merchant's own terms that was not withdrawn. `including`: also this one, although
 * it was.
 */
export async function readPayoutTermsOf(
  db: Connection,
  merchantIds: readonly string[],
  including: string | null = null,
): Promise<Map<string, ShopPayout>> {
  const [shops, listRows, ownRows] = await Promise.all([
    db.rows<ShopRow>(sql`select m.id, m.payment_frequency as payout_frequency, m.reserve_bps, m.reserve_days, m.minimum_fee_cents, m.minimum_fee_from,
        coalesce(m.live_on, m.created_at) as since, a.relation_ended_on is not null as ended
      from merchants m join accounts a on a.id = m.account_id where m.id = any(${[...merchantIds]}::uuid[])`),
    db.rows<Dated>(
      sql`select l.effective_on, ${payoutColumns} from price_list_payout_terms l where l.withdrawn_at is null or l.id = ${including}`,
    ),
    db.rows<Dated & { merchant_id: string }>(sql`select t.merchant_id, t.effective_on, ${payoutColumns} from merchant_payout_terms t
      where t.merchant_id = any(${[...merchantIds]}::uuid[]) and (t.withdrawn_at is null or t.id = ${including})`),
  ])
  const list = listRows.map((row) => ({ effectiveOn: localDate(row.effective_on), terms: payoutTermsOf(row) }))
  const own = Map.groupBy(ownRows, (row) => row.merchant_id)
  return new Map(
    shops.map((shop) => {
      const agreed = own.get(shop.id) ?? []
      const since = madridDay(shop.since)
      const versions = agreed.map((row) => ({ effectiveOn: localDate(row.effective_on), terms: ownPayoutTermsOf(row) }))
      return [
        shop.id,
        {
          versions: { list, own: [...firstVersions(shop), ...versions] },
          weekday: weekday(since),
          minimumFrom: shop.ended ? null : firstWholeMonth(since),
        },
      ]
    }),
  )
}

/** How a shop is paid. */
export async function readPayoutTerms(db: Connection, merchantId: string, including: string | null = null): Promise<ShopPayout> {
  const found = (await readPayoutTermsOf(db, [merchantId], including)).get(merchantId)
  if (!found) throw new Error(`merchant ${merchantId} not found`)
  return found
}

/** How a shop is paid in a mode: no minimum fee is charged in test mode. */
export async function readScopePayout(db: Connection, { merchantId, mode }: Scope): Promise<ShopPayout> {
  const payout = await readPayoutTerms(db, merchantId)
  return mode === 'live' ? payout : { ...payout, minimumFrom: null }
}
