import type { Scope } from '../database/scope.ts'
import { sql, type Sql } from '../database/sql.ts'

/** SQL: that these operations or settlements of a shop were changed, for the lists of the provider's own systems. `ids`: a query with a column `id`. */
export const noteChanges = (kind: 'operation' | 'settlement', { merchantId, mode }: Scope, ids: Sql): Sql =>
  sql`insert into provider_changes (kind, id, merchant_id, mode) select ${kind}, n.id, ${merchantId}, ${mode} from (${ids}) n
    on conflict (kind, id) do update set changed_at = excluded.changed_at, changed_in = excluded.changed_in`
