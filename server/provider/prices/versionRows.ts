import { localDate, type LocalDate } from '#domain/platform/dates'
import { products, type Product } from '#domain/sales/operations/states'
import type { ShopOffer } from '#domain/sales/plans/offer'
import type { OwnPayoutTerms, PayoutTerms } from '#domain/money/payoutTerms'
import { ownPayoutTermsOf, payoutColumns, type PayoutRow, payoutTermsOf } from '../../money/ledger/payoutTerms.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { termsColumns, termsOf, type TermsRow } from '../../sales/lifecycle/termsVersions.ts'

/** A version with its history: of the price list, or agreed with a merchant in live mode. `payout`: null where it says nothing of how shops are paid. */
export type StoredVersion<Payout extends OwnPayoutTerms = OwnPayoutTerms> = {
  id: string
  effectiveOn: LocalDate
  products: { product: Product; enabled: boolean; terms: ShopOffer | null }[]
  payout: Payout | null
  proposedAt: Date
  proposedBy: string | null
  /** The name of the key that proposed it. */
  proposedByKey: string | null
  withdrawnAt: Date | null
  withdrawnBy: string | null
}

type History = {
  id: string
  effective_on: string
  proposed_at: Date
  proposed_by: string | null
  proposed_by_key: string | null
  withdrawn_at: Date | null
  withdrawn_by: string | null
}
type Row = TermsRow & History & { enabled: boolean }

const staffName = (id: Sql): Sql => sql`(select nullif(concat_ws(' ', s.first_name, s.last_name), '') from staff s where s.id = ${id})`

const history = sql`v.id, v.effective_on, v.proposed_at, ${staffName(sql`v.proposed_by`)} as proposed_by, v.withdrawn_at,
  ${staffName(sql`v.withdrawn_by`)} as withdrawn_by`
const ownHistory = sql`${history}, (select k.name from provider_keys k where k.id = v.proposed_by_key) as proposed_by_key`
const listHistory = sql`${history}, null as proposed_by_key`

/** Every version of the price list, the newest first, also withdrawn ones. */
export async function readListHistory(db: Connection): Promise<StoredVersion<PayoutTerms>[]> {
  const [terms, payout] = await Promise.all([
    db.rows<Row>(sql`select ${listHistory}, v.product, ${termsColumns}, true as enabled from price_lists v`),
    db.rows<History & PayoutRow>(sql`select ${listHistory}, ${payoutColumns} from price_list_payout_terms v`),
  ])
  return grouped(terms, payout, payoutTermsOf)
}

/** Every version agreed with a merchant, the newest first, also withdrawn ones. */
export async function readOwnHistory(db: Connection, scope: Scope): Promise<StoredVersion[]> {
  const [terms, payout] = await Promise.all([
    db.rows<Row>(sql`select ${ownHistory}, v.product, ${termsColumns}, v.enabled from merchant_terms v where ${inScope(scope, 'v')}`),
    db.rows<History & PayoutRow>(
      sql`select ${ownHistory}, ${payoutColumns} from merchant_payout_terms v where v.merchant_id = ${scope.merchantId}`,
    ),
  ])
  return grouped(terms, payout, ownPayoutTermsOf)
}

function grouped<Payout extends OwnPayoutTerms>(
  rows: readonly Row[],
  payoutRows: readonly (History & PayoutRow)[],
  payoutOf: (row: PayoutRow) => Payout,
): StoredVersion<Payout>[] {
  const products = Map.groupBy(rows, ({ id }) => id)
  const payout = new Map(payoutRows.map((row) => [row.id, row]))
  const versions = [...new Map([...payoutRows, ...rows].map((row): [string, History] => [row.id, row])).values()].map((row) => {
    const paid = payout.get(row.id)
    return {
      id: row.id,
      effectiveOn: localDate(row.effective_on),
      products: inOrder(products.get(row.id) ?? []),
      payout: paid ? payoutOf(paid) : null,
      proposedAt: row.proposed_at,
      proposedBy: row.proposed_by,
      proposedByKey: row.proposed_by_key,
      withdrawnAt: row.withdrawn_at,
      withdrawnBy: row.withdrawn_by,
    }
  })
  return versions.toSorted(newestFirst)
}

const inOrder = (rows: readonly Row[]): StoredVersion['products'] =>
  rows
    .map((row) => ({ product: row.product, enabled: row.enabled, terms: termsOf(row) }))
    .toSorted((one, other) => products.indexOf(one.product) - products.indexOf(other.product))

const newestFirst = (one: StoredVersion, other: StoredVersion): number =>
  (one.effectiveOn === other.effectiveOn ? 0 : one.effectiveOn < other.effectiveOn ? 1 : -1) ||
  other.proposedAt.getTime() - one.proposedAt.getTime() ||
  (one.id < other.id ? -1 : 1)

/** A version to write. */
export type NewVersion = {
  id: string
  effectiveOn: LocalDate
  products: readonly { product: Product; enabled: boolean; terms: ShopOffer | null }[]
  /** Null: nothing changes of how the merchant is paid. */
  payout: OwnPayoutTerms | null
  by: { staffId: string | null; keyId: string | null }
  now: Date
}

const valuesOf = (terms: ShopOffer | null): Sql =>
  sql`${terms?.minCents ?? null}, ${terms?.maxCents ?? null}, ${terms && [...terms.instalmentsAllowed]}::integer[], ${terms?.tin ?? null}, ${terms?.openingFeeRate ?? null},
    ${terms?.downpayment ?? null}, ${terms?.captureMode ?? null}, ${terms?.feeRate ?? null}, ${terms?.feeFixedCents ?? null}, ${terms?.vatRate ?? null}`

const payoutValuesOf = ({ frequency, reserve, minimumFeeCents }: OwnPayoutTerms): Sql =>
  sql`${frequency}, ${reserve?.rate ?? null}, ${reserve?.days ?? null}, ${minimumFeeCents}`

/** Writes a version of the price list; each product's row is written, also where nothing changed: a version is whole. */
export function writeListVersion(db: Connection, { id, effectiveOn, products: written, payout, by, now }: NewVersion): void {
  for (const { product, terms } of written)
    db.send(sql`insert into price_lists (id, product, effective_on, ${termsColumns}, proposed_at, proposed_by)
      values (${id}, ${product}, ${effectiveOn}, ${valuesOf(terms)}, ${now}, ${by.staffId})`)
  if (payout)
    db.send(sql`insert into price_list_payout_terms (id, effective_on, ${payoutColumns}, proposed_at, proposed_by)
      values (${id}, ${effectiveOn}, ${payoutValuesOf(payout)}, ${now}, ${by.staffId})`)
}

/** Writes what a version of a merchant's own terms says of products, in the mode of the scope. */
export function writeOwnProducts(
  db: Connection,
  { merchantId, mode }: Scope,
  { id, effectiveOn, products: written, by, now }: Omit<NewVersion, 'payout'>,
): void {
  for (const { product, enabled, terms } of written)
    db.send(sql`insert into merchant_terms (merchant_id, mode, id, product, effective_on, enabled, ${termsColumns}, proposed_at, proposed_by, proposed_by_key)
      values (${merchantId}, ${mode}, ${id}, ${product}, ${effectiveOn}, ${enabled}, ${valuesOf(terms)}, ${now}, ${by.staffId}, ${by.keyId})`)
}

/** Writes what a version of a merchant's own terms says of how it is paid, in both modes. */
export function writeOwnPayout(
  db: Connection,
  merchantId: string,
  { id, effectiveOn, payout, by, now }: Omit<NewVersion, 'products'>,
): void {
  if (payout)
    db.send(sql`insert into merchant_payout_terms (merchant_id, id, effective_on, ${payoutColumns}, proposed_at, proposed_by, proposed_by_key)
      values (${merchantId}, ${id}, ${effectiveOn}, ${payoutValuesOf(payout)}, ${now}, ${by.staffId}, ${by.keyId})`)
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

/** How a merchant is paid, likewise; without what follows the price list. */
export const auditedPayout = ({ frequency, reserve, minimumFeeCents }: OwnPayoutTerms) => ({
  ...(frequency !== null && { weekly: frequency === 'weekly' }),
  ...(reserve !== null && { reserveRate: reserve.rate, reserveDays: reserve.days }),
  ...(minimumFeeCents !== null && { minimumFeeCents }),
})

/** A version that is withdrawn. */
export const auditedVersion = ({ effectiveOn, products: written, payout }: StoredVersion) => ({
  effectiveOn,
  ...Object.fromEntries(written.map(({ product, terms }) => [product, auditedTerms(terms)])),
  ...(payout && { payout: auditedPayout(payout) }),
})
