import { localDate } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import type { CaptureMode, Product } from '#domain/sales/operations/states'
import type { ShopOffer } from '#domain/sales/plans/offer'
import type { TermsVersions } from '#domain/sales/plans/termsVersions'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** The columns of terms, in `price_lists` and `merchant_terms`. */
export const termsColumns: Sql = sql`min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps`

/** A row of terms; without a value where it is as the price list. */
export type TermsRow = {
  product: Product
  min_cents: bigint | null
  max_cents: bigint | null
  instalments_allowed: number[] | null
  tin_bps: number | null
  opening_fee_bps: number | null
  downpayment: 'none' | 'equal' | null
  capture_mode: CaptureMode | null
  fee_bps: number | null
  fee_fixed_cents: bigint | null
  vat_bps: number | null
}

/** The terms of a row, numbers of instalments in order; null for those of the price list. */
export function termsOf(row: TermsRow): ShopOffer | null {
  if (row.min_cents === null) return null
  return {
    product: row.product,
    minCents: cents(row.min_cents),
    maxCents: cents(row.max_cents ?? 0n),
    instalmentsAllowed: (row.instalments_allowed ?? []).toSorted((a, b) => a - b),
    tin: basisPoints(row.tin_bps ?? 0),
    openingFeeRate: basisPoints(row.opening_fee_bps ?? 0),
    downpayment: row.downpayment ?? 'none',
    captureMode: row.capture_mode ?? 'automatic',
    feeRate: basisPoints(row.fee_bps ?? 0),
    feeFixedCents: cents(row.fee_fixed_cents ?? 0n),
    vatRate: basisPoints(row.vat_bps ?? 0),
  }
}

type VersionRow = TermsRow & { is_own: boolean; effective_on: string; enabled: boolean }

/**
 * Every version of the price list and of the merchant's own terms in this mode that was not withdrawn. `including`: also this one, although it was.
 */
export async function readTermsVersions(db: Connection, scope: Scope, including: string | null = null): Promise<TermsVersions> {
  const rows =
    await db.rows<VersionRow>(sql`select false as is_own, l.product, l.effective_on, true as enabled, ${termsColumns} from price_lists l
        where l.withdrawn_at is null or l.id = ${including}
      union all select true, t.product, t.effective_on, t.enabled, ${termsColumns} from merchant_terms t
        where ${inScope(scope, 't')} and (t.withdrawn_at is null or t.id = ${including})`)
  const list = rows.flatMap((row) => {
    const terms = row.is_own ? null : termsOf(row)
    return terms ? [{ effectiveOn: localDate(row.effective_on), terms }] : []
  })
  const own = rows
    .filter((row) => row.is_own)
    .map((row) => ({ product: row.product, effectiveOn: localDate(row.effective_on), enabled: row.enabled, terms: termsOf(row) }))
  return { list, own }
}
