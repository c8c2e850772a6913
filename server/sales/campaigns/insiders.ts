import type { IdentifierType } from '#domain/sales/campaigns/audience'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { memberKey } from '../operation/audienceMembers.ts'
import { identifierColumn } from '../operation/identifierColumn.ts'
import { membership, readMembers } from '../operation/readMembers.ts'

/**
 * The condition, over `o`, that an order is of somebody in an audience, for orders since an instant. Refuses with ObjectNotFoundException an audience
 * that is not there. `secret`: the installation's, under which audiences know their members.
 */
export async function ofInsiders(db: Connection, scope: Scope, asked: { audienceUuid: string; since: Date; secret: string }): Promise<Sql> {
  const { merchantId, mode } = scope
  const id = uuidOf(asked.audienceUuid)
  const audience = await db.first<{ type: IdentifierType }>(sql`select a.identifier_type as type from audiences a
    where a.merchant_id = ${merchantId} and a.mode = ${mode} and a.id = ${id ?? null}::uuid`)
  if (!audience || id === undefined) throw notFound(asked.audienceUuid)
  const column = identifierColumn(audience.type)
  const buyers = await db.rows<{ identifier: string }>(sql`select distinct ${column} as identifier from operations o
    where o.merchant_id = ${merchantId} and o.mode = ${mode} and o.created_at >= ${asked.since} and o.captured_cents > 0 and ${column} <> ''`)
  const isMember = membership(await readMembers(db, scope, id), memberKey(asked.secret, scope), audience.type)
  const inside = buyers.flatMap(({ identifier }) => (isMember(identifier) ? [identifier] : []))
  return sql`${column} = any(${inside}::text[])`
}
