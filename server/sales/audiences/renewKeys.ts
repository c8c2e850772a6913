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
type Row = { id: string; identifier_type: IdentifierType; key_mark: Buffer }

/**
 * Hashes the members of audiences made from operations with the first session secret instead of a fallback, by looking them up among the customers of the
 * shop's operations: members, dates of joining and retention stay as they are, without those that no operation names any more. Returns the number of audiences. Members from
 * files are known by their hashes only.
 */
export async function renewAudienceKeys({ database, config: { sessionSecrets } }: RenewalServices): Promise<number> {
  if (sessionSecrets.length === 1) return 0
  const shops = await database.read(null, (db) => db.rows<{ id: string }>(sql`select m.id from merchants m order by m.id`))
  const scopes = shops.flatMap(({ id }) => (['live', 'sandbox'] satisfies Mode[]).map((mode) => mintScope(id, mode)))
  let renewed = 0
  for (const scope of scopes) {
    const key = memberKey(sessionSecrets[0], scope)
    const audiences = await database.read(scope, (db) =>
      db.rows<Row>(sql`select a.id, a.identifier_type, a.key_mark from audiences a
        where ${inScope(scope, 'a')} and a.source = 'operations_filter' and a.status <> 'erased' and a.key_mark <> ${keyFingerprint(key)}`),
    )
    for (const audience of audiences) {
      const former = keyWithMark(sessionSecrets, scope, audience.key_mark)
      if (former && (await renewKey(database, scope, audience, { former, key }))) renewed += 1
    }
  }
  return renewed
}

/** Returns false, and changes nothing, when the audience was filled again or erased meanwhile. */
async function renewKey(
  database: Database,
  scope: Scope,
  audience: Row,
  { former, key }: { former: Buffer; key: Buffer },
): Promise<boolean> {
  const { id, identifier_type: type, key_mark: mark } = audience
  const members = await database.read(scope, (db) => readMembers(db, scope, id))
  const hashes = await rehashedCustomers({ database, scope, key, type }, former, members)
  return database.write(scope, async (db) => {
    const isUnchanged = await db.first(
      sql`select from audiences a where ${whereAudience(scope, id)} and a.key_mark = ${mark} and a.status <> 'erased' for update`,
    )
    if (!isUnchanged) return false
    const step = MEMBER_BATCH_SIZE * MEMBER_BYTES
    for (let at = 0; at < hashes.current.length; at += step) {
      const [from, to] = [hashes.former.subarray(at, at + step), hashes.current.subarray(at, at + step)]
      // Whoever was erased meanwhile is not added again.
      await db.run(sql`update audience_members m set hash = substring(${to}::bytea from n * 32 + 1 for 32)
        from generate_series(0, ${from.length / MEMBER_BYTES - 1}::integer) n
        where ${inScope(scope, 'm')} and m.audience_id = ${id} and m.hash = substring(${from}::bytea from n * 32 + 1 for 32)`)
    }
    const lost = await deleteOtherMembers(db, scope, id, hashes.current)
    await db.run(sql`update audiences a set key_mark = ${keyFingerprint(key)}, size = a.size - ${lost}, matched = least(a.matched, a.size - ${lost})
      where ${whereAudience(scope, id)}`)
    return true
  })
}
