import type { IdentifierType } from '#domain/audience'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { memberOf } from './audienceMembers.ts'

/** The members of an audience as they are kept, in base64; never for anybody's eyes. */
export async function readMembers(db: Connection, { merchantId, mode }: Scope, id: string): Promise<Set<string>> {
  const rows = await db.rows<{ hash: Buffer }>(
    sql`select m.hash from audience_members m where m.merchant_id = ${merchantId} and m.mode = ${mode} and m.audience_id = ${id}`,
  )
  return new Set(rows.map(({ hash }) => hash.toString('base64')))
}

/** Whether somebody with an identifier is a member. The same people buy again and again: each is hashed once. */
export function membership(members: ReadonlySet<string>, key: Buffer, type: IdentifierType): (identifier: string) => boolean {
  const known = new Map<string, boolean>()
  return (identifier) => {
    const found = known.get(identifier) ?? members.has(memberOf(key, type, identifier)?.toString('base64') ?? '')
    known.set(identifier, found)
    return found
  }
}
