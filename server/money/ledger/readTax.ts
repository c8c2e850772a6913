import { localDate, type LocalDate } from '#domain/platform/dates'
import { basisPoints } from '#domain/platform/money'
import { type Tax, type TaxHistory, type TaxName, taxNameOf, taxOn, type TaxTerritory, territoryOf } from '#domain/money/taxTerritory'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

type Row = {
  country: string | null
  postcode: string | null
  tax_id: string | null
  past: { until_on: string; territory: TaxTerritory }[]
  rates: { territory: TaxTerritory; effective_on: string; rate_bps: number }[]
}

/** The address and tax number that decide where the account `a` is taxed: of its company, or of the person without one. */
const taxAddress = (
  of: Sql,
): Sql => sql`(select e.country, e.postcode, e.cif as tax_id from enterprises e where e.account_id = ${of} and (select type from accounts where id = ${of}) = 'enterprise'
  union all select p.country, p.postcode, p.document_number as tax_id from profiles p where p.account_id = ${of} limit 1)`

/** Where a merchant is and was taxed, and every rate. */
export async function readTaxHistory(db: Connection, merchantId: string): Promise<TaxHistory> {
  const row = await db.first<Row>(sql`select x.country, x.postcode, x.tax_id,
      coalesce((select json_agg(json_build_object('until_on', p.until_on, 'territory', p.territory)) from past_tax_territories p where p.account_id = m.account_id), '[]') as past,
      (select json_agg(json_build_object('territory', r.territory, 'effective_on', r.effective_on, 'rate_bps', r.rate_bps)) from tax_rates r) as rates
    from merchants m left join lateral ${taxAddress(sql`m.account_id`)} x on true where m.id = ${merchantId}`)
  if (!row) throw new Error(`merchant ${merchantId} not found`)
  return {
    current: territoryOf({ country: row.country, postcode: row.postcode, taxId: row.tax_id }),
    past: row.past.map((one) => ({ untilOn: localDate(one.until_on), territory: one.territory })),
    rates: row.rates.map((one) => ({
      territory: one.territory,
      effectiveOn: localDate(one.effective_on),
      rate: basisPoints(one.rate_bps),
    })),
  }
}

/** The tax on what a merchant is charged on a day. */
export const readTax = async (db: Connection, merchantId: string, day: LocalDate): Promise<Tax> =>
  taxOn(await readTaxHistory(db, merchantId), day)

/** The tax on what a merchant is and was charged; null: there are several. */
export async function readTaxName(db: Connection, merchantId: string): Promise<TaxName | null> {
  const { current, past } = await readTaxHistory(db, merchantId)
  return taxNameOf([current, ...past.map(({ territory }) => territory)])
}
