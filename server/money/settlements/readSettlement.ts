import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { settlementColumns, type StoredSettlement } from './settlementRow.ts'

/** One settlement of the shop by its id as it travels. Refuses with ObjectNotFoundException, another shop's or mode's like one that is not there. */
export async function readSettlement(db: Connection, { merchantId, mode }: Scope, hex: string): Promise<StoredSettlement> {
  const id = uuidOf(hex)
  const row =
    id === undefined
      ? undefined
      : await db.first<StoredSettlement>(
          sql`select ${settlementColumns} from settlements s where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = ${id}`,
        )
  if (!row) throw notFound(hex)
  return row
}
