import { type IdentifierType, MEMBER_BYTES } from '#domain/audience'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { keying, memberOf } from './audienceMembers.ts'

/** The members of an audience as they are kept, in base64; never for anybody's eyes. They come in one piece: a row for each costs 20 MB at 50 000. */
export async function readMembers(db: Connection, { merchantId, mode }: Scope, id: string): Promise<Set<string>> {
  const row = await db.first<{ hashes: Buffer | null }>(
    sql`select string_agg(m.hash, ''::bytea) as hashes from audience_members m
      where m.merchant_id = ${merchantId} and m.mode = ${mode} and m.audience_id = ${id}`,
  )
  const hashes = row?.hashes ?? Buffer.alloc(0)
  const members = new Set<string>()
  for (let at = 0; at < hashes.length; at += MEMBER_BYTES) members.add(hashes.toString('base64', at, at + MEMBER_BYTES))
  return members
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
