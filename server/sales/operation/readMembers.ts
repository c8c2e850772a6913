import { type IdentifierType, MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { keying, memberOf } from './audienceMembers.ts'

/** How many travel between the server and the database at once: all 50 000 in one piece cost 17 MB, a row for each 20 MB. */
export const MEMBERS_AT_ONCE = 5_000

/** The members of an audience as they are kept, in base64; never for anybody's eyes. */
export async function readMembers(db: Connection, { merchantId, mode }: Scope, id: string): Promise<Set<string>> {
  const members = new Set<string>()
  for (let after: Buffer = Buffer.alloc(0); ;) {
    const row = await db.first<{ hashes: Buffer | null }>(
      sql`select string_agg(k.hash, ''::bytea order by k.hash) as hashes from (select m.hash from audience_members m
        where m.merchant_id = ${merchantId} and m.mode = ${mode} and m.audience_id = ${id} and m.hash > ${after} order by m.hash limit ${MEMBERS_AT_ONCE}) k`,
    )
    const hashes = row?.hashes
    if (!hashes) return members
    for (let at = 0; at < hashes.length; at += MEMBER_BYTES) members.add(hashes.toString('base64', at, at + MEMBER_BYTES))
    after = hashes.subarray(-MEMBER_BYTES)
  }
}

/** Whether somebody with an identifier is a member. The same people buy again and again: each is hashed once. */
export function membership(members: ReadonlySet<string>, key: Buffer, type: IdentifierType): (identifier: string) => boolean {
  const known = new Map<string, boolean>()
  const keyed = keying(key)
  return (identifier) => {
    const found = known.get(identifier) ?? members.has(memberOf(keyed, type, identifier)?.toString('base64') ?? '')
    known.set(identifier, found)
    return found
  }
}
