import { identityKeptUntil } from '#domain/merchants/retention'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { searchEntries } from '../../sales/lifecycle/customerName.ts'
import { forgetCustomers } from '../../sales/lifecycle/operationLookups.ts'
import { concluded, concludedAt, ofThese, notHidden } from './concluded.ts'

type Row = { id: string; mid: string | null; has_contract: boolean; concluded_at: Date }

/** How many of each kind were deleted with some operations. */
export type ErasedParts = Record<ErasedPart, number>
/** Kinds that are deleted whole, in the order of the receipt. */
const erasedParts = ['notes', 'comments', 'deliveries', 'answers', 'cards', 'reports', 'audiences', 'checks', 'replies'] as const
type ErasedPart = (typeof erasedParts)[number]
const nothingErased: ErasedParts = {
  notes: 0,
  comments: 0,
  deliveries: 0,
  answers: 0,
  cards: 0,
  reports: 0,
  audiences: 0,
  checks: 0,
  replies: 0,
}

const nobody = { firstName: '', lastName: '', email: '', phone: null, documentNumber: null }

/**
 * Removes the customer from concluded operations: what the law requires is blocked, everything else that identifies them is deleted;
 * amounts, plan, history and books stay unchanged. In the caller's transaction; operations not concluded, hidden already, or whose customer is still owed money, are skipped.
 * Returns the ids of those hidden and what was deleted with them.
 */
export async function hideCustomers(
  db: Connection,
  scope: Scope,
  operationIds: readonly string[],
  now: Date,
): Promise<{ hidden: string[]; gone: ErasedParts }> {
  const rows = await db.rows<Row>(sql`select o.id, o.mid, o.confirmed_at is not null as has_contract, ${concludedAt} as concluded_at
    from operations o where ${notHidden(scope)} and o.id = any(${[...operationIds]}::uuid[]) and ${concluded} and o.held_cents = 0
      and not exists (select from customer_credits k where k.merchant_id = o.merchant_id and k.mode = o.mode and k.operation_id = o.id and k.state <> 'paid') order by o.id for update`)
  const hidden = rows.map(({ id }) => id)
  if (hidden.length === 0) return { hidden, gone: nothingErased }
  const blocked = block(db, scope, rows, now)
  removeName(db, scope, rows, now)
  // The proof of how a contract was decided stays as long as the identity of its customer.
  deleteDecisions(
    db,
    scope,
    hidden.filter((id) => !blocked.has(id)),
  )
  return { hidden, gone: await removeTraces(db, scope, hidden) }
}

/** Deletes how operations were decided on. */
export function deleteDecisions(db: Connection, scope: Scope, operationIds: readonly string[]): void {
  if (operationIds.length > 0)
    db.send(sql`delete from decisions d where ${inScope(scope, 'd')} and d.checkout_id = any(array(
      select c.id from checkouts c where ${ofThese('c', scope, operationIds)}))`)
}

/** Copies the customer's data to a table that the application cannot read; returns the operations of which the law asks for it. */
function block(db: Connection, scope: Scope, rows: readonly Row[], now: Date): ReadonlySet<string> {
  const retentions = rows.flatMap(({ id, has_contract: hasContract, concluded_at: concludedAt }) => {
    const until = identityKeptUntil({ isLive: scope.mode === 'live', hasContract, concludedAt })
    return until === null ? [] : [{ id, until }]
  })
  const ids = new Set(retentions.map(({ id }) => id))
  if (retentions.length === 0) return ids
  db.send(sql`insert into blocked_customers (merchant_id, mode, operation_id, told, blocked_at, keep_until)
    select o.merchant_id, o.mode, o.id, jsonb_strip_nulls(jsonb_build_object('first_name', o.first_name, 'last_name', o.last_name, 'email', o.email, 'phone', o.phone,
      'document_number', o.document_number, 'birthday', c.birthday, 'address', c.address)), ${now}, k.keep_until
    from unnest(${retentions.map(({ id }) => id)}::uuid[], ${retentions.map(({ until }) => until)}::date[]) k (id, keep_until)
      join operations o on ${inScope(scope, 'o')} and o.id = k.id
      left join checkouts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id`)
  return ids
}

/** Empties the customer's data on the operation, which is then found only by its order number. */
function removeName(db: Connection, scope: Scope, rows: readonly Row[], now: Date): void {
  const entries = JSON.stringify(
    rows.map(({ id, mid }) => {
      const { searchText, trigrams: grams } = searchEntries(scope, mid, nobody)
      return { id, text: searchText, grams }
    }),
  )
  const entry = sql`jsonb_to_recordset(${entries}::jsonb) e (id uuid, text text, grams integer[])`
  db.send(sql`update operations o set first_name = '', last_name = '', email = '', phone = null, document_number = null, search_text = e.text, customer_hidden_at = ${now}
    from ${entry} where ${inScope(scope, 'o')} and o.id = e.id`)
  db.send(sql`update operation_trigrams g set grams = e.grams
    from ${entry} where ${inScope(scope, 'g')} and g.operation_id = e.id`)
  forgetCustomers(
    db,
    scope,
    rows.map(({ id }) => id),
  )
}

async function removeTraces(db: Connection, scope: Scope, ids: readonly string[]): Promise<ErasedParts> {
  db.send(sql`update decisions d set verdict_reason = null where ${inScope(scope, 'd')} and d.verdict_reason is not null and d.checkout_id = any(array(
    select c.id from checkouts c where ${ofThese('c', scope, ids)}))`)
  db.send(
    sql`update checkouts c set birthday = null, address = null, notes = null, device_hash = null, opener_hash = null where ${ofThese('c', scope, ids)}`,
  )
  db.send(sql`update shop_orders s set success_url = null, pending_url = null, ko_url = null, error_url = null, dismiss_url = null, customer = '{}', billing = null,
    shipping = null, event_on = null where ${ofThese('s', scope, ids)}`)
  const [notes, refunds, requests, events, deliveries, answers, cards] = await Promise.all([
    db.run(sql`delete from operation_notes n where ${ofThese('n', scope, ids)}`),
    db.run(sql`update refunds r set comment = null where ${ofThese('r', scope, ids)} and r.comment is not null`),
    db.run(sql`update refund_requests r set comment = null where ${ofThese('r', scope, ids)} and r.comment is not null`),
    db.run(sql`update operation_events e set comment = null where ${ofThese('e', scope, ids)} and e.comment is not null`),
    // By ids collected first: with a condition on two columns every delivery of the shop would be read.
    db.run(sql`delete from deliveries d where ${inScope(scope, 'd')} and d.id = any(array(
      select t.id from checkouts c join deliveries t on t.merchant_id = c.merchant_id and t.mode = c.mode and t.checkout_id = c.id where ${ofThese('c', scope, ids)}
      union all select r.id from refunds r where ${ofThese('r', scope, ids)}
      union all select t.id from deliveries t where ${inScope(scope, 't')} and t.credit_id = any(array(select c.id from customer_credits c where ${ofThese('c', scope, ids)}))))`),
    db.run(sql`delete from callback_attempts a where ${ofThese('a', scope, ids)}`),
    db.run(sql`delete from payment_methods p where ${ofThese('p', scope, ids)}`),
  ])
  return { ...nothingErased, notes, comments: refunds + requests + events, deliveries, answers, cards }
}
