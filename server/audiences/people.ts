import type { Audience } from '#contract/audiences'
import type { IdentifierType } from '#domain/audience'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { cellEnd, keysetBatches } from '../files/keysetBatches.ts'
import { keying, memberOf } from '../operation/audienceMembers.ts'
import { identifierColumn } from '../operation/identifierColumn.ts'
import { chosenOperations } from './chosenOperations.ts'

/** Where is looked, and under which key people are known there. */
export type Looking = { database: Database; scope: Scope; key: Buffer; type: IdentifierType }
/** Told after each batch, as a share of all. */
export type Telling = (share: number) => Promise<unknown>

/** More people than an audience takes. */
export class TooMany extends Error {}

const counted = async ({ database, scope }: Looking, where: ReturnType<typeof sql>): Promise<number> => {
  const row = await database.read(scope, (db) =>
    db.first<{ many: number }>(sql`select count(*)::integer as many from operations o where ${where}`),
  )
  return Math.max(1, row?.many ?? 0)
}

/** The customers of the operations that some filters let through, keyed, in base64. Rejects with TooMany beyond `most`. */
export async function peopleOf(
  looking: Looking,
  filters: NonNullable<Audience['filters']>,
  most: number,
  tell: Telling,
): Promise<Set<string>> {
  const { database, scope, key, type } = looking
  const keyed = keying(key)
  const where = chosenOperations(scope, filters)
  const column = identifierColumn(type)
  const all = await counted(looking, where)
  const batches = keysetBatches<readonly [createdAt: string, id: string, identifier: string]>(
    database,
    scope,
    (last, limit, clean) => {
      const after = last ? sql`(o.created_at, o.id) < (${last[0]}::timestamptz, ${last[1]}::uuid)` : sql`true`
      return sql`select concat_ws(${cellEnd}, o.created_at::text, o.id, coalesce(${clean(column)}, '')) as line from operations o
        where ${where} and ${after} order by o.created_at desc, o.id desc limit ${limit}`
    },
    { width: 3 },
  )
  // As they were typed: whoever bought often is hashed once.
  const seen = new Set<string>()
  const members = new Set<string>()
  let done = 0
  for await (const rows of batches) {
    for (const [, , identifier] of rows) {
      if (seen.has(identifier)) continue
      seen.add(identifier)
      const member = memberOf(keyed, type, identifier)
      if (member) members.add(member.toString('base64'))
      if (members.size > most) throw new TooMany('more people than an audience takes')
    }
    done += rows.length
    await tell(Math.min(1, done / all))
  }
  return members
}

/** How many of some members have bought in this shop. */
export async function buyersAmong(looking: Looking, members: ReadonlySet<string>, tell: Telling): Promise<number> {
  const { database, scope, key, type } = looking
  const keyed = keying(key)
  const column = identifierColumn(type)
  const bought = sql`o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.captured_cents > 0`
  const all = await counted(looking, bought)
  const batches = keysetBatches<readonly [identifier: string, many: string]>(
    database,
    scope,
    (last, limit, clean) => sql`select concat_ws(${cellEnd}, ${clean(column)}, count(*)) as line from operations o
      where ${bought} and ${column} > ${last?.[0] ?? ''} group by ${column} order by ${column} limit ${limit}`,
    { width: 2 },
  )
  const found = new Set<string>()
  let done = 0
  for await (const rows of batches) {
    for (const [identifier, many] of rows) {
      const member = memberOf(keyed, type, identifier)?.toString('base64')
      if (member !== undefined && members.has(member)) found.add(member)
      done += Number(many)
    }
    await tell(Math.min(1, done / all))
  }
  return found.size
}
