import { STANDARD_VAT } from '#domain/sales/plans/fees'
import type { Tax } from '#domain/money/taxTerritory'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** The rate of a settlement line `l`: that of its operation `o` or its own; lines of before there were several taxes have neither. */
export const lineRate: Sql = sql`coalesce(o.vat_bps, l.vat_bps, ${STANDARD_VAT}::integer)`

/** Whose tax a settlement line `l` bears: that of its operation `o`, its own, or that of the peninsula. */
export const lineTerritory: Sql = sql`coalesce(o.tax_territory, l.tax_territory, 'peninsula')`

/**
 * The tax of a shop's settlement lines `l`, and the join that tells it: none for a merchant that was only ever charged one tax. By the scope, not by the lines' own
 * columns: see `takeLines` (settleShop.ts).
 */
export const lineTax = (scope: Scope, only: Tax | null): { territory: Sql; rate: Sql; joined: Sql } =>
  only
    ? { territory: sql`${only.territory}::text`, rate: sql`${only.rate}::integer`, joined: sql`` }
    : {
        territory: lineTerritory,
        rate: lineRate,
        joined: sql`left join operations o on ${inScope(scope, 'o')} and o.id = l.operation_id`,
      }
