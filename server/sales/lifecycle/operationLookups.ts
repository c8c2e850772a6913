import { createHash, createHmac } from 'node:crypto'
import { normaliseText } from '#domain/sales/operations/search'
import { compactDocument, compactPhone } from '#domain/platform/identifiers'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { lastChanges } from '../../platform/events/noteChange.ts'

// The search across shops: `operation_lookups` holds no word of a customer, only hashes under a key of the installation.

/** The key of the hashes of customers as the first start derives it from the session secret. */
const firstKey = (secret: string): Buffer => createHmac('sha256', secret).update('operation lookups').digest()

/** SQL: the key of the hashes of customers: the one that is kept, whatever the session secret is by now. */
const customerKey = (secret: string): Sql => sql`coalesce((select l.key from lookup_key l), ${firstKey(secret)}::bytea)`

/** Keeps the key, once, so that the session secret can be changed. */
export const keepLookupKey = ({ database, config }: Pick<Services, 'database' | 'config'>): Promise<number> =>
  database.write(null, (db) =>
    db.run(sql`insert into lookup_key (key) values (${firstKey(config.sessionSecrets[0])}) on conflict do nothing`),
  )

type Kind = 'email' | 'phone' | 'document' | 'name'

/** An order number is the shop's: its hash needs no key, so that it can be written where the secret is not at hand. */
const noKey = sql`''`

/** SQL: the first 64 bits of a hash. */
const hashed = (key: Sql, kind: Kind | 'order', value: Sql): Sql =>
  sql`('x' || encode(substring(sha256(${key}::bytea || convert_to(${`${kind}:`} || lower(${value}), 'UTF8')) from 1 for 8), 'hex'))::bit(64)::bigint`

/** The same of a value that is looked for. */
const hashOf = (key: Buffer, kind: Kind | 'order', value: string): bigint =>
  createHash('sha256').update(key).update(`${kind}:${value.toLowerCase()}`).digest().readBigInt64BE(0)

/** SQL: the key of an order number. */
const orderKey = (mid: Sql): Sql => hashed(noKey, 'order', mid)

/** SQL: every key of operation `o`. The words of its search text, which are those of the name and of the order number, count as a name's. */
export function keysOf(secret: string): Sql {
  const key = customerKey(secret)
  return sql`array(select distinct k from (
      select ${orderKey(sql`o.mid`)} where o.mid is not null
      union all select ${hashed(key, 'email', sql`o.email`)} where o.email <> ''
      union all select ${hashed(key, 'phone', sql`o.phone`)} where o.phone is not null
      union all select ${hashed(key, 'document', sql`o.document_number`)} where o.document_number is not null
      union all select ${hashed(key, 'name', sql`word`)} from regexp_split_to_table(o.search_text, '[[:space:],]+') word where length(word) > 1
    ) found (k))`
}

/** Adds new operations to the search across shops, in the transaction that writes them, without waiting. */
export const addLookup = (db: Connection, scope: Scope, operationId: string, secret: string): void =>
  db.send(sql`insert into operation_lookups (merchant_id, mode, operation_id, created_at, substatus, total_cents, keys)
    select o.merchant_id, o.mode, o.id, o.created_at, o.substatus, o.total_cents, ${keysOf(secret)} from operations o
    where ${inScope(scope, 'o')} and o.id = ${operationId}`)

/** Writes the keys of an operation anew, after its customer was named. */
export const renewLookup = (db: Connection, scope: Scope, operationId: string, secret: string): void =>
  db.send(sql`update operation_lookups k set keys = ${keysOf(secret)} from operations o
    where ${inScope(scope, 'k')} and k.operation_id = ${operationId} and ${inScope(scope, 'o')} and o.id = k.operation_id`)

/** Finds an operation by a further order number. */
export const addOrderKey = (db: Connection, scope: Scope, operationId: string, mid: string): void =>
  db.send(sql`update operation_lookups k set keys = k.keys || ${orderKey(sql`${mid}::text`)}
    where ${inScope(scope, 'k')} and k.operation_id = ${operationId}`)

/** From now on these operations are found by their order numbers alone. */
export const forgetCustomers = (db: Connection, scope: Scope, operationIds: readonly string[]): void =>
  db.send(sql`update operation_lookups k set keys = array(
      select ${orderKey(sql`o.mid`)} where o.mid is not null
      union select ${orderKey(sql`e.mid`)} from earlier_mids e where ${inScope(scope, 'e')} and e.operation_id = o.id)
    from operations o where ${inScope(scope, 'k')} and k.operation_id = any(${[...operationIds]}::uuid[]) and ${inScope(scope, 'o')} and o.id = k.operation_id`)

/** The named query that writes the status of changed operations, a relation like `operation_changes`, into their lookups. */
export const movedLookups = (changes: Sql): Sql => sql`moved_lookup as (
    update operation_lookups k set substatus = s.substatus from (${lastChanges(changes)}) s
    where k.merchant_id = s.merchant_id and k.mode = s.mode and k.operation_id = s.id and k.substatus <> s.substatus
  )`

/** The key of the hashes of customers, to look for one. */
export async function readLookupKey(db: Connection, secret: string): Promise<Buffer> {
  const row = await db.first<{ key: Buffer }>(sql`select ${customerKey(secret)} as key`)
  return row?.key ?? firstKey(secret)
}

/** SQL condition on lookup `k`: the operation has this short number (`shortId`). */
export const hasShortId = (short: string): Sql => sql`right(k.operation_id::text, 8) = ${short.toLowerCase()}`

/** The named query that adds a refund to the searches, if it is not there yet. */
export const refundLookupQuery = (scope: Scope, refundId: string, operationId: string): Sql =>
  sql`refund_lookup as (insert into refund_lookups (merchant_id, mode, refund_id, operation_id)
    values (${scope.merchantId}, ${scope.mode}, ${refundId}, ${operationId}) on conflict do nothing)`

/** The changes of refunds, the newest, that are looked at for one without a lookup: far more than a provider has in an hour. */
const newestRefunds = 5_000

type Unlisted = { merchant_id: string; mode: Mode; refunds: string[] }

/**
 * Adds to the searches the refunds that a server of version 0.3.0, which knows no lookups of refunds, made or completed beside this one; returns how many.
 * They are found in the provider's list of changes, which has them in order over all shops.
 */
export async function addRefundLookups({ database }: Pick<Services, 'database'>): Promise<number> {
  const shops = await database.read(null, (db) =>
    db.rows<Unlisted>(sql`select c.merchant_id, c.mode, array_agg(c.id::text) as refunds
      from (select n.merchant_id, n.mode, n.id from provider_changes n where n.kind = 'refund' order by n.changed_in desc, n.id desc limit ${newestRefunds}) c
      where not exists (select from refund_lookups k where k.merchant_id = c.merchant_id and k.mode = c.mode and k.refund_id = c.id)
      group by c.merchant_id, c.mode`),
  )
  let added = 0
  for (const { merchant_id: merchantId, mode, refunds } of shops) {
    const scope = mintScope(merchantId, mode)
    added += await database.write(scope, (db) =>
      db.run(sql`insert into refund_lookups (merchant_id, mode, refund_id, operation_id)
        select r.merchant_id, r.mode, r.id, r.operation_id from refunds r where ${inScope(scope, 'r')} and r.id = any(${refunds}::uuid[])
        on conflict do nothing`),
    )
  }
  return added
}

/** SQL condition on lookup `r` of a refund: the refund has this short number, which is on its receipt. */
export const hasRefundShortId = (short: string): Sql => sql`right(r.refund_id::text, 8) = ${short.toLowerCase()}`

/** What is looked for: any of some keys, or all words of a name. */
type LookedFor = { any: bigint[]; all: bigint[]; byCustomer: boolean }

/** The keys that a term may be: an order number, an e-mail, a phone or a document, each whole; or at least two words of a name. */
export function lookedFor(term: string, key: Buffer): LookedFor {
  const [phone, document] = [compactPhone(term), compactDocument(term)]
  const customer = [
    ...(term.includes('@') ? [hashOf(key, 'email', term.trim())] : []),
    ...(/^\d{9}$/.test(phone) ? [hashOf(key, 'phone', phone)] : []),
    ...(/^(?=.*\d)[A-Z0-9]{8,12}$/i.test(document) ? [hashOf(key, 'document', document)] : []),
  ]
  const words = normaliseText(term)
    .split(/[\s,]+/)
    .filter((word) => word.length > 1)
  const all = words.length > 1 ? words.map((word) => hashOf(key, 'name', word)) : []
  return { any: [hashOf(Buffer.alloc(0), 'order', term.trim()), ...customer], all, byCustomer: customer.length + all.length > 0 }
}
