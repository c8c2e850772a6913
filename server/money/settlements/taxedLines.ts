import { basisPoints } from '#domain/platform/money'
import type { SettledLine } from '#domain/money/settlement'
import type { TaxTerritory } from '#domain/money/taxTerritory'
import type { TaxedLines } from '#domain/money/vatRounding'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** The sums of settlement lines `l`; grouped by `kind`, `territory` and `rate` they are a `LineSumsRow`. */
export const lineSums: Sql = sql`count(*)::integer as many, sum(l.gross_cents) as gross, sum(l.fee_cents) as fee, sum(l.vat_cents) as vat, sum(l.subsidy_cents) as subsidy`

export type LineSumsRow = {
  kind: SettledLine['kind']
  territory: TaxTerritory
  rate: number
  many: number
  gross: string
  fee: string
  vat: string
  subsidy: string
}

export const taxedLines = ({ kind, territory, rate, many, gross, fee, vat, subsidy }: LineSumsRow): TaxedLines => ({
  kind,
  tax: { territory, rate: basisPoints(rate) },
  many,
  grossCents: Number(gross),
  feeCents: Number(fee),
  vatCents: Number(vat),
  subsidyCents: Number(subsidy),
})
