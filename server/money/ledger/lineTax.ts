import { STANDARD_VAT } from '#domain/sales/plans/fees'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** The rate of a settlement line `l`: that of its operation `o` or its own; lines of before there were several taxes have neither. */
export const lineRate: Sql = sql`coalesce(o.vat_bps, l.vat_bps, ${STANDARD_VAT}::integer)`

/** Whose tax a settlement line `l` bears: that of its operation `o`, its own, or that of the peninsula. */
export const lineTerritory: Sql = sql`coalesce(o.tax_territory, l.tax_territory, 'peninsula')`
