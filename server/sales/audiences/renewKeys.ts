import { type IdentifierType, MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { keyFingerprint, keyWithMark, MEMBER_BATCH_SIZE, memberKey, readMembers } from '../lifecycle/audienceMembers.ts'
import { whereAudience } from './audienceRow.ts'
import { deleteOtherMembers } from './create.ts'
import { rehashedCustomers } from './people.ts'

type RenewalServices = { database: Database; config: Pick<Config, 'sessionSecrets'> }
type Row = { id: string; identifier_type: IdentifierType; key_mark: Buffer; status: string; run: number }
/** Audiences whose members were hashed again, how many members those kept, and how many were removed because no operation names them any more. */
type Renewal = { audiences: number; members: number; membersRemoved: number }

/**
 * Hashes the members of audiences made from operations with the first session secret instead of a fallback, by looking them up among the customers of the
 * shop's operations: members, dates of joining and retention stay as they are, without those that no operation names any more. Members from files are known
 * by their hashes only.
 */
export async function renewAudienceKeys({ database, config: { sessionSecrets } }: RenewalServices): Promise<Renewal> {
  const done: Renewal = { audiences: 0, members: 0, membersRemoved: 0 }
  for (const scope of await allScopes(database)) {
    const key = memberKey(sessionSecrets[0], scope)
    for (const audience of await otherAudiences(database, scope, key)) {
      const former = keyWithMark(sessionSecrets, scope, audience.key_mark)
      const renewed = former && (await renewKey(database, scope, audience, { former, key }))
      if (!renewed) continue
      done.audiences += 1
      done.members += renewed.members
      done.membersRemoved += renewed.membersRemoved
    }
  }
  return done
}

/** How many audiences made from operations are under a fallback, and under a secret that is no longer set. */
export async function countFormerAudiences({
  database,
  config: { sessionSecrets },
}: RenewalServices): Promise<{ earlier: number; lost: number }> {
  let [earlier, lost] = [0, 0]
  for (const scope of await allScopes(database))
    for (const { key_mark: mark } of await otherAudiences(database, scope, memberKey(sessionSecrets[0], scope)))
      if (keyWithMark(sessionSecrets, scope, mark)) earlier += 1
      else lost += 1
  return { earlier, lost }
}

async function allScopes(database: Database): Promise<Scope[]> {
  const shops = await database.read(null, (db) => db.rows<{ id: string }>(sql`select m.id from merchants m order by m.id`))
  return shops.flatMap(({ id }) => (['live', 'sandbox'] satisfies Mode[]).map((mode) => mintScope(id, mode)))
}

/** The audiences made from operations whose members are not under this key. */
const otherAudiences = (database: Database, scope: Scope, key: Buffer): Promise<Row[]> =>
  database.read(scope, (db) =>
    db.rows<Row>(sql`select a.id, a.identifier_type, a.key_mark, a.status, a.run from audiences a
      where ${inScope(scope, 'a')} and a.source = 'operations_filter' and a.status <> 'erased' and a.key_mark <> ${keyFingerprint(key)}`),
  )

/** Returns null, and changes nothing, when the audience was filled again, renewed or erased since it was read. */
async function renewKey(
  database: Database,
  scope: Scope,
  { id, identifier_type: type, key_mark: mark, status, run }: Row,
  { former, key }: { former: Buffer; key: Buffer },
): Promise<Omit<Renewal, 'audiences'> | null> {
  const members = await database.read(scope, (db) => readMembers(db, scope, id))
  const hashes = await rehashedCustomers({ database, scope, key, type }, former, members)
  return database.write(scope, async (db) => {
    // A filling changes `run` when it begins and the status when it ends, also one by a server with the former secret first, whose mark is the same. An
    // erasure of a customer locks members before audiences: database.write() repeats what a deadlock ended.
    const isUnchanged = await db.first(sql`select from audiences a
      where ${whereAudience(scope, id)} and a.key_mark = ${mark} and a.run = ${run} and a.status = ${status} for update`)
    if (!isUnchanged) return null
    const step = MEMBER_BATCH_SIZE * MEMBER_BYTES
    for (let at = 0; at < hashes.current.length; at += step) {
      const [from, to] = [hashes.former.subarray(at, at + step), hashes.current.subarray(at, at + step)]
      // Whoever was erased meanwhile is not added again.
      await db.run(sql`update audience_members m set hash = substring(${to}::bytea from n * 32 + 1 for 32)
        from generate_series(0, ${from.length / MEMBER_BYTES - 1}::integer) n
        where ${inScope(scope, 'm')} and m.audience_id = ${id} and m.hash = substring(${from}::bytea from n * 32 + 1 for 32)`)
    }
    const membersRemoved = await deleteOtherMembers(db, scope, id, hashes.current)
    const renewed = await db.first<{
      size: number
    }>(sql`update audiences a set key_mark = ${keyFingerprint(key)}, size = a.size - ${membersRemoved},
        matched = case when a.matched is not null then least(a.matched, a.size - ${membersRemoved}) end
      where ${whereAudience(scope, id)} returning a.size`)
    return { members: renewed?.size ?? 0, membersRemoved }
  })
}
