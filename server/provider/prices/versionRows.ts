import { localDate, type LocalDate } from '#domain/platform/dates'
import { products, type Product } from '#domain/sales/operations/states'
import type { ShopOffer } from '#domain/sales/plans/offer'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { termsColumns, termsOf, type TermsRow } from '../../sales/lifecycle/termsVersions.ts'

/** A version with its history: of the price list, or agreed with a merchant in live mode. */
export type StoredVersion = {
  id: string
  effectiveOn: LocalDate
  products: { product: Product; enabled: boolean; terms: ShopOffer | null }[]
  proposedAt: Date
  proposedBy: string | null
  withdrawnAt: Date | null
  withdrawnBy: string | null
}

type Row = TermsRow & {
  id: string
  effective_on: string
  enabled: boolean
  proposed_at: Date
  proposed_by: string | null
  withdrawn_at: Date | null
  withdrawn_by: string | null
}

const staffName = (id: Sql): Sql => sql`(select nullif(concat_ws(' ', s.first_name, s.last_name), '') from staff s where s.id = ${id})`

const history = sql`v.id, v.product, v.effective_on, ${termsColumns}, v.proposed_at, ${staffName(sql`v.proposed_by`)} as proposed_by, v.withdrawn_at,
  ${staffName(sql`v.withdrawn_by`)} as withdrawn_by`

/** Every version of the price list, the newest first, also withdrawn ones. */
export const readListHistory = async (db: Connection): Promise<StoredVersion[]> =>
  grouped(
    await db.rows<Row>(sql`select ${history}, true as enabled from price_lists v order by v.effective_on desc, v.proposed_at desc, v.id`),
  )

/** Every version agreed with a merchant, the newest first, also withdrawn ones. */
export const readOwnHistory = async (db: Connection, scope: Scope): Promise<StoredVersion[]> =>
  grouped(
    await db.rows<Row>(sql`select ${history}, v.enabled from merchant_terms v where ${inScope(scope, 'v')}
      order by v.effective_on desc, v.proposed_at desc, v.id`),
  )

function grouped(rows: readonly Row[]): StoredVersion[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((together) => {
    const [first] = together
    if (!first) return []
    return [
      {
        id: first.id,
        effectiveOn: localDate(first.effective_on),
        products: together
          .map((row) => ({ product: row.product, enabled: row.enabled, terms: termsOf(row) }))
          .toSorted((one, other) => products.indexOf(one.product) - products.indexOf(other.product)),
        proposedAt: first.proposed_at,
        proposedBy: first.proposed_by,
        withdrawnAt: first.withdrawn_at,
        withdrawnBy: first.withdrawn_by,
      },
    ]
  })
}

/** A version to write. */
export type NewVersion = {
  id: string
  effectiveOn: LocalDate
  products: readonly { product: Product; enabled: boolean; terms: ShopOffer | null }[]
  /** Null: one of the provider's own systems. */
  staffId: string | null
  now: Date
}

const valuesOf = (terms: ShopOffer | null): Sql =>
  sql`${terms?.minCents ?? null}, ${terms?.maxCents ?? null}, ${terms && [...terms.instalmentsAllowed]}::integer[], ${terms?.tin ?? null}, ${terms?.openingFeeRate ?? null},
    ${terms?.downpayment ?? null}, ${terms?.captureMode ?? null}, ${terms?.feeRate ?? null}, ${terms?.feeFixedCents ?? null}, ${terms?.vatRate ?? null}`

/** Writes a version of the price list; each product's row is written, also where nothing changed: a version is whole. */
export function writeListVersion(db: Connection, { id, effectiveOn, products: written, staffId, now }: NewVersion): void {
  for (const { product, terms } of written)
    db.send(sql`insert into price_lists (id, product, effective_on, ${termsColumns}, proposed_at, proposed_by)
      values (${id}, ${product}, ${effectiveOn}, ${valuesOf(terms)}, ${now}, ${staffId})`)
}

/** Writes a version of a merchant's own terms in the mode of the scope. */
export function writeOwnVersion(
  db: Connection,
  { merchantId, mode }: Scope,
  { id, effectiveOn, products: written, staffId, now }: NewVersion,
): void {
  for (const { product, enabled, terms } of written)
    db.send(sql`insert into merchant_terms (merchant_id, mode, id, product, effective_on, enabled, ${termsColumns}, proposed_at, proposed_by)
      values (${merchantId}, ${mode}, ${id}, ${product}, ${effectiveOn}, ${enabled}, ${valuesOf(terms)}, ${now}, ${staffId})`)
}

/** Terms as two people confirm them and as they stand in the audit trail: units in the names. */
export const auditedTerms = (terms: ShopOffer | null) =>
  terms && {
    feeRate: terms.feeRate,
    feeFixedCents: terms.feeFixedCents,
    tinRate: terms.tin,
    openingFeeRate: terms.openingFeeRate,
    minCents: terms.minCents,
    maxCents: terms.maxCents,
    counts: terms.instalmentsAllowed,
    firstPayment: terms.downpayment === 'equal',
    manualCapture: terms.captureMode === 'manual',
  }
