import { localDate, type LocalDate } from '#domain/platform/dates'
import { basisPoints } from '#domain/platform/money'
import { type Tax, type TaxHistory, type TaxName, taxNameOf, taxOn, type TaxTerritory, territoryOf } from '#domain/money/taxTerritory'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Row = {
  country: string | null
  postcode: string | null
  tax_id: string | null
  past: { until_on: string; territory: TaxTerritory }[]
  rates: { territory: TaxTerritory; effective_on: string; rate_bps: number }[]
}

/** Where a merchant is and was taxed, by the address and tax number of its company or, without one, of the person; and every rate. */
export async function readTaxHistory(db: Connection, merchantId: string): Promise<TaxHistory> {
  const row =
    await db.first<Row>(sql`select case when e.account_id is null then p.country else e.country end as country, case when e.account_id is null then p.postcode else e.postcode end as postcode,
      case when e.account_id is null then p.document_number else e.cif end as tax_id,
      coalesce((select json_agg(json_build_object('until_on', t.until_on, 'territory', t.territory)) from past_tax_territories t where t.account_id = m.account_id), '[]') as past,
      (select json_agg(json_build_object('territory', r.territory, 'effective_on', r.effective_on, 'rate_bps', r.rate_bps)) from tax_rates r) as rates
    from merchants m join accounts a on a.id = m.account_id left join enterprises e on e.account_id = a.id and a.type = 'enterprise'
      left join profiles p on p.account_id = a.id where m.id = ${merchantId}`)
  if (!row) throw new Error(`merchant ${merchantId} not found`)
  return {
    current: territoryOf({ country: row.country, postcode: row.postcode, taxId: row.tax_id }),
    past: row.past.map((one) => ({ untilOn: localDate(one.until_on), territory: one.territory })),
    rates: row.rates.map((rate) => ({
      territory: rate.territory,
      effectiveOn: localDate(rate.effective_on),
      rate: basisPoints(rate.rate_bps),
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
