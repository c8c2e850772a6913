import type { ErasureGround } from '#domain/merchants/retention'
import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { concluded, ofThese } from './concluded.ts'
import { membersOf } from '../../sales/lifecycle/audienceMembers.ts'
import { eraseTraces } from './eraseTraces.ts'
import { hideCustomers, type ErasedParts } from './hideCustomers.ts'
import type { KnownCustomer } from './eraseFromFilters.ts'
import type { Secrets } from '../../platform/config/secrets.ts'

/** Who requests it, and why. `userId` null: the provider. */
type ErasureRequest = { ground: ErasureGround; userId: string | null; now: Date; secrets: Secrets }

/**
 * Erases the customer of some operations of one shop and mode, in the caller's transaction: concluded operations now, others when they
 * conclude. Earlier requests stay unchanged. Each one is queued for the register beside the backups. Returns how many are done and how many
 * wait.
 */
export async function eraseCustomer(
  db: Connection,
  scope: Scope,
  operationIds: readonly string[],
  { ground, userId, now, secrets }: ErasureRequest,
): Promise<{ done: number; waiting: number }> {
  const inserted = await db.rows<{
    operation_id: string
  }>(sql`insert into customer_erasures (merchant_id, mode, operation_id, ground, asked_at, asked_by)
    select ${scope.merchantId}, ${scope.mode}, o.id, ${ground}, ${now}, ${userId}::uuid from operations o
    where ${ofIds(scope, operationIds)} on conflict do nothing returning operation_id`)
  const newIds = inserted.map(({ operation_id: id }) => id)
  await register(db, scope, newIds, { ground, now, secrets })
  const done = await completeErasures(db, scope, { operationIds: newIds, now, secrets })
  return { done: done.length, waiting: newIds.length - done.length }
}

type Named = { id: string; email: string; phone: string | null; document_number: string | null }

/** Queues the request for the register, by ids and by the audience hashes of the customer, which are keyed. */
async function register(
  db: Connection,
  scope: Scope,
  operationIds: readonly string[],
  { ground, now, secrets }: Omit<ErasureRequest, 'userId'>,
): Promise<void> {
  if (operationIds.length === 0) return
  const named = await db.rows<Named>(
    sql`select o.id, o.email, o.phone, o.document_number from operations o where ${ofIds(scope, operationIds)} order by o.id`,
  )
  const lines = named.map(({ id, document_number: documentNumber, ...known }) => {
    const members = membersOf(scope, { ...known, documentNumber }, secrets).map((member) => member.toString('hex'))
    return { id: newId(now), operation_id: id, members }
  })
  await db.run(sql`with line as (
      insert into erasures (id, kind, account_id, merchant_id, mode, object_id, ground, at, members)
      select l.id, 'customer', m.account_id, m.id, ${scope.mode}, l.operation_id, ${ground}, ${now}, l.members
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l (id uuid, operation_id uuid, members text[]) join merchants m on m.id = ${scope.merchantId} returning id
    ) insert into erasure_copies (erasure_id) select id from line`)
}

const ofIds = (scope: Scope, ids: readonly string[]): Sql => sql`${inScope(scope, 'o')} and o.id = any(${[...ids]}::uuid[])`

type Waiting = KnownCustomer & { account_id: string; hidden: boolean }

/** Completes pending erasures that are possible now: of a whole shop and mode, or of some operations. Returns the ids of those done. */
export async function completeErasures(
  db: Connection,
  scope: Scope,
  { operationIds, now, secrets }: { operationIds?: readonly string[]; now: Date; secrets: Secrets },
): Promise<string[]> {
  const waiting = await db.rows<Waiting>(sql`select o.id, o.first_name, o.last_name, o.email, o.phone, o.document_number, o.created_at,
      o.customer_hidden_at is not null as hidden, m.account_id
    from customer_erasures e join operations o on o.merchant_id = e.merchant_id and o.mode = e.mode and o.id = e.operation_id join merchants m on m.id = e.merchant_id
    where ${inScope(scope, 'e')} and e.done_at is null and ${concluded} and o.held_cents = 0
      and ${operationIds === undefined ? sql`true` : ofThese('e', scope, operationIds)} order by o.id for update of e, o`)
  const accountId = waiting[0]?.account_id
  if (accountId === undefined) return []
  const known = waiting.filter(({ hidden }) => !hidden)
  const traces = await eraseTraces(db, scope, known, { accountId, secrets, now })
  for (const { id } of waiting) {
    const { gone } = await hideCustomers(db, scope, [id], now)
    await finish(db, scope, id, { gone: { ...gone, ...traces.get(id) }, now })
  }
  return waiting.map(({ id }) => id)
}

const finish = (db: Connection, scope: Scope, id: string, { gone, now }: { gone: ErasedParts; now: Date }) =>
  db.run(sql`update customer_erasures e set done_at = ${now}, gone = ${JSON.stringify(gone)}::jsonb where ${ofThese('e', scope, [id])}`)

/** The audit entry, in the shop's account, of an erasure by the provider or a scheduled job. */
export const recordErasure = async (
  db: Connection,
  scope: Scope,
  done: { call: string; role: 'operator' | null; entity: string; entityId: string; after: object; requestId: string },
): Promise<void> => {
  const shop = await db.first<{ account_id: string }>(sql`select account_id from merchants where id = ${scope.merchantId}`)
  if (shop) await record(db, { accountId: shop.account_id, ...scope, userId: null, ip: null, outcome: 'done', ...done })
}
