import type { Audience } from '#contract/sales/audiences'
import type { IdentifierType } from '#domain/sales/campaigns/audience'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { cellForm, type Table, timeKey } from '../../platform/files/table.ts'
import { tableBatches } from '../../platform/files/tableBatches.ts'
import { keying, memberOf } from '../lifecycle/audienceMembers.ts'
import { identifierColumn } from '../lifecycle/filterConditions.ts'
import { filteredOperations } from './create.ts'

/** The scope to search, and the key under which people are hashed there. */
type Search = { database: Database; scope: Scope; key: Buffer; type: IdentifierType }
/** Reports progress after each batch, as a fraction of 1. */
type OnProgress = (share: number) => Promise<unknown>

/** There are more people than an audience may have. */
export class TooManyCustomers extends Error {}

const making = { form: cellForm(true), summed: [] }

/** Some columns of the operations, over `o`, that match a condition, newest first. */
export const operationTable = (where: Sql, columns: readonly Sql[]): Table => ({
  columns: columns.map((from, at) => ({ name: String(at), kind: 'text', from })),
  from: sql`operations o`,
  where,
  key: timeKey(sql`o.created_at`, sql`o.id`),
  newestFirst: true,
})

const counted = async ({ database, scope }: Search, where: Sql): Promise<number> => {
  const row = await database.read(scope, (db) =>
    db.first<{ many: number }>(sql`select count(*)::integer as many from operations o where ${where}`),
  )
  return Math.max(1, row?.many ?? 0)
}

/** The hashed customers, in base64, of the operations that match some filters. Rejects with TooManyCustomers beyond `maxMembers`. */
export async function hashedCustomers(
  search: Search,
  filters: NonNullable<Audience['filters']>,
  maxMembers: number,
  onProgress: OnProgress,
): Promise<Set<string>> {
  const { database, scope, key, type } = search
  const keyed = keying(key)
  const where = filteredOperations(scope, filters)
  const chosen = operationTable(where, [identifierColumn(type)])
  const all = await counted(search, where)
  // Deduplicated as typed, so that a frequent buyer is hashed once.
  const seen = new Set<string>()
  const members = new Set<string>()
  let done = 0
  for await (const { rows, content } of tableBatches(database, scope, chosen, making)) {
    for (const [identifier = ''] of content) {
      if (seen.has(identifier)) continue
      seen.add(identifier)
      const member = memberOf(keyed, type, identifier)
      if (member) members.add(member.toString('base64'))
      if (members.size > maxMembers) throw new TooManyCustomers('more people than an audience may have')
    }
    done += rows
    await onProgress(Math.min(1, done / all))
  }
  return members
}

/**
 * The customers of the shop who are among members hashed with a former key: their hashes with the former key and with that of the search, in the same order,
 * 32 bytes each.
 */
export async function rehashedCustomers(
  { database, scope, key, type }: Search,
  formerKey: Buffer,
  members: ReadonlySet<string>,
): Promise<{ former: Buffer; current: Buffer }> {
  const [keyedFormerly, keyed] = [keying(formerKey), keying(key)]
  const seen = new Set<string>()
  const hashes = new Map<string, Buffer>()
  const operations = operationTable(inScope(scope, 'o'), [identifierColumn(type)])
  for await (const { content } of tableBatches(database, scope, operations, making))
    for (const [identifier = ''] of content) {
      if (seen.has(identifier)) continue
      seen.add(identifier)
      const former = memberOf(keyedFormerly, type, identifier)?.toString('base64')
      const current = former !== undefined && members.has(former) && !hashes.has(former) ? memberOf(keyed, type, identifier) : null
      if (former !== undefined && current) hashes.set(former, current)
    }
  return {
    former: Buffer.concat([...hashes.keys()].map((hash) => Buffer.from(hash, 'base64'))),
    current: Buffer.concat([...hashes.values()]),
  }
}

/** How many of some members have bought in this shop. */
export async function countBuyersAmong(search: Search, members: ReadonlySet<string>, onProgress: OnProgress): Promise<number> {
  const { database, scope, key, type } = search
  const keyed = keying(key)
  const column = identifierColumn(type)
  const bought = sql`${inScope(scope, 'o')} and o.captured_cents > 0`
  const all = await counted(search, bought)
  const buyers: Table = {
    columns: [
      { name: 'identifier', kind: 'text', from: sql`b.identifier` },
      { name: 'operations', kind: 'count', from: sql`b.operations` },
    ],
    from: sql`(select ${column} as identifier, count(*) as operations from operations o where ${bought} and ${column} > '' group by ${column}) b`,
    where: sql`true`,
    key: [{ by: sql`b.identifier`, type: 'text' }],
  }
  const buyerHashes = new Set<string>()
  let done = 0
  for await (const { content } of tableBatches(database, scope, buyers, making)) {
    for (const [identifier = '', many] of content) {
      const member = memberOf(keyed, type, identifier)?.toString('base64')
      if (member !== undefined && members.has(member)) buyerHashes.add(member)
      done += Number(many)
    }
    await onProgress(Math.min(1, done / all))
  }
  return buyerHashes.size
}
