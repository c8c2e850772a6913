import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { documentHashes } from '../../money/payments/documentHash.ts'
import { concluded, notHidden } from './concluded.ts'
import { eraseFromFilters, type KnownCustomer } from './eraseFromFilters.ts'
import { deleteMembers, deleteReports } from './deleteMembers.ts'
import { membersOf } from '../../sales/lifecycle/audienceMembers.ts'
import { eraseFromReplies } from './eraseFromReplies.ts'
import type { ErasedParts } from './hideCustomers.ts'
import type { Secrets } from '../../platform/config/secrets.ts'

type Traces = Pick<ErasedParts, 'reports' | 'audiences' | 'checks' | 'replies'>

/** Operations with the same customer, by the most specific identifier. */
const sameCustomer = ({ id, email, document_number: documentNumber }: KnownCustomer): string => documentNumber ?? (email || id)

/**
 * Deletes, on request, what identifies a customer outside their operations: report files, audiences, bank checks, notices, filters of
 * views, and texts in stored answers. The retention job does not need this: all of these have shorter retention. Once for all operations of
 * a customer, before they are hidden, in the same transaction. Returns what was deleted for each operation.
 */
export async function eraseTraces(
  db: Connection,
  scope: Scope,
  customers: readonly KnownCustomer[],
  erasure: TraceErasure,
): Promise<ReadonlyMap<string, Traces>> {
  const traces = new Map<string, Traces>()
  for (const operations of Map.groupBy(customers, sameCustomer).values()) {
    const gone = await eraseOutside(db, scope, operations, erasure)
    for (const { id } of operations) traces.set(id, gone)
  }
  return traces
}

type TraceErasure = { accountId: string; secrets: Secrets; now: Date }

async function eraseOutside(
  db: Connection,
  scope: Scope,
  operations: readonly KnownCustomer[],
  { accountId, secrets, now }: TraceErasure,
): Promise<Traces> {
  const ids = operations.map(({ id }) => id)
  const texts = (of: (operation: KnownCustomer) => readonly (string | null)[]) => [
    ...new Set(operations.flatMap((one) => of(one).flatMap((word) => word || []))),
  ]
  const emails = texts(({ email }) => [email])
  const phones = texts(({ phone }) => [phone])
  const documents = texts(({ document_number: documentNumber }) => [documentNumber])
  const words = [...emails, ...phones, ...documents]
  const names = texts(({ first_name: first, last_name: last }) => [`${first} ${last}`.trim(), first, last])
  deleteNotices(db, scope, ids)
  await eraseFromFilters(db, scope, operations)
  const inUse = await identifiersInUse(db, scope, words)
  const free = (known: readonly string[]) => known.filter((word) => !inUse.has(word))
  const members = [
    ...free(emails).flatMap((email) => membersOf(scope, { email, phone: null, documentNumber: null }, secrets)),
    ...free(phones).flatMap((phone) => membersOf(scope, { email: '', phone, documentNumber: null }, secrets)),
    ...free(documents).flatMap((documentNumber) => membersOf(scope, { email: '', phone: null, documentNumber }, secrets)),
  ]
  const since = new Date(Math.min(...operations.map(({ created_at: createdAt }) => createdAt.getTime())))
  const [reports, audiences, checks, replies] = await Promise.all([
    deleteReports(db, scope, since, now),
    deleteMembers(db, scope, members),
    db.run(sql`delete from bank_consents b where b.account_id = ${accountId} and b.mode = ${scope.mode}
      and b.document_hash = any(${free(documents).flatMap((one) => documentHashes(secrets, one))}::bytea[])`),
    eraseFromReplies(db, scope, ids, [...words, ...names]),
  ])
  return { reports, audiences, checks, replies }
}

/** The identifiers used by an operation of the shop that has not concluded: their data stays until it does. */
async function identifiersInUse(db: Connection, scope: Scope, words: readonly string[]): Promise<ReadonlySet<string>> {
  const open = await db.rows<
    Pick<KnownCustomer, 'email' | 'phone' | 'document_number'>
  >(sql`select o.email, o.phone, o.document_number from operations o
    where ${notHidden(scope)} and not (${concluded} and o.held_cents = 0) and (o.email = any(${[...words]}::text[]) or o.document_number = any(${[...words]}::text[]))`)
  return new Set(open.flatMap(({ email, phone, document_number: documentNumber }) => [email, phone ?? '', documentNumber ?? '']))
}

/** Notices of an operation may contain its customer's name. */
function deleteNotices(db: Connection, { merchantId }: Scope, operationIds: readonly string[]): void {
  db.send(sql`delete from notifications n where n.account_id = (select m.account_id from merchants m where m.id = ${merchantId})
    and n.merchant_id = ${merchantId} and exists (select from unnest(${operationIds.map(hexOf)}::text[]) hex where position(hex in n.action_url) > 0)`)
}
