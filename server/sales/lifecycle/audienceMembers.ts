import { createHash, createHmac, hash } from 'node:crypto'
import { type IdentifierType, identifierTypes, MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import { memberText, normaliseIdentifier } from '#domain/sales/campaigns/audienceIdentifier'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type Secrets, withEach } from '../../platform/config/secrets.ts'

/** The identifiers by which audiences know a customer; null or empty: unknown. */
export type Identifiers = { email: string; phone: string | null; documentNumber: string | null }

/** The HMAC key of a shop's members in one mode, derived from the installation's secret: a copy of the table identifies nobody. */
export const memberKey = (secret: string, { merchantId, mode }: Scope): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('audiences').digest()).update(`${merchantId}/${mode}`).digest()

/** A fingerprint that tells one key from another without revealing it. */
export const keyFingerprint = (key: Buffer): Buffer => createHmac('sha256', key).update('mark').digest().subarray(0, 8)

/** The key whose fingerprint is stored with an audience; undefined when its secret is no longer set. */
export const keyWithMark = (secrets: Secrets, scope: Scope, mark: Buffer): Buffer | undefined =>
  withEach(secrets, (secret) => memberKey(secret, scope)).find((key) => keyFingerprint(key).equals(mark))

/** The key under which an audience's members are looked for: theirs; that of the first secret, with which none matches, when its secret is no longer set. */
export const keyOfMembers = (secrets: Secrets, scope: Scope, mark: Buffer): Buffer =>
  keyWithMark(secrets, scope, mark) ?? memberKey(secrets[0], scope)

type Keying = (digest: Buffer) => Buffer

/**
 * Returns the function that turns a member's hash into what is stored: HMAC-SHA-256 (RFC 2104) under a key of at most 64 bytes. Built from two plain hashes
 * each, because one HMAC object of the library per member takes five times as long.
 */
export function keying(key: Buffer): Keying {
  const block = 64
  const padded = (pad: number) => Buffer.from(Array.from({ length: block + MEMBER_BYTES }, (_, at) => pad ^ (key[at] ?? 0)))
  const [inner, outer] = [padded(0x36), padded(0x5c)]
  return (digest) => {
    inner.set(digest, block)
    // A string in between: a Buffer from the library has off-heap memory that is freed late.
    outer.write(hash('sha256', inner, 'binary'), block, 'latin1')
    return Buffer.from(hash('sha256', outer, 'binary'), 'latin1')
  }
}

/** The stored form of a person with this e-mail, phone or document; null when the text is not a valid identifier. */
export function memberOf(keyed: Keying, type: IdentifierType, text: string): Buffer | null {
  const normalised = normaliseIdentifier(type, text)
  return normalised === null ? null : keyed(createHash('sha256').update(memberText(type, normalised)).digest())
}

/** The customer's text for an identifier type. */
export function identifierOf(customer: Identifiers, type: IdentifierType): string {
  const texts: Record<IdentifierType, string | null> = {
    email: customer.email,
    phone: customer.phone,
    document: customer.documentNumber,
  }
  return texts[type] ?? ''
}

/** What audiences of a shop and mode store of a customer: a keyed hash for each identifier and secret, which identifies nobody without the secrets. */
export const membersOf = (scope: Scope, known: Identifiers, secrets: Secrets): Buffer[] =>
  withEach(secrets, (secret) => keying(memberKey(secret, scope))).flatMap((keyed) =>
    identifierTypes.flatMap((type) => memberOf(keyed, type, identifierOf(known, type)) ?? []),
  )

/** The audiences, of those given, that a customer belongs to, by any known identifier. */
export async function audiencesOf(
  db: Connection,
  scope: Scope,
  lookup: { customer: Identifiers; audienceIds: readonly string[]; secrets: Secrets },
): Promise<ReadonlySet<string>> {
  const { customer, audienceIds, secrets } = lookup
  if (audienceIds.length === 0) return new Set()
  const hashes = membersOf(scope, customer, secrets)
  if (hashes.length === 0) return new Set()
  const rows = await db.rows<{ audience_id: string }>(sql`select distinct m.audience_id from audience_members m
    where ${inScope(scope, 'm')} and m.audience_id = any(${[...audienceIds]}::uuid[]) and m.hash = any(${hashes}::bytea[])`)
  return new Set(rows.map((row) => row.audience_id))
}

/** Batch size between server and database: all 50 000 in one batch cost 17 MB, one row each 20 MB. */
export const MEMBER_BATCH_SIZE = 5_000

/** The members of an audience as stored, in base64; must never be shown to anybody. */
export async function readMembers(db: Connection, scope: Scope, id: string): Promise<Set<string>> {
  const members = new Set<string>()
  for (let after: Buffer = Buffer.alloc(0); ;) {
    const row = await db.first<{ hashes: Buffer | null }>(
      sql`select string_agg(k.hash, ''::bytea order by k.hash) as hashes from (select m.hash from audience_members m
        where ${inScope(scope, 'm')} and m.audience_id = ${id} and m.hash > ${after} order by m.hash limit ${MEMBER_BATCH_SIZE}) k`,
    )
    const hashes = row?.hashes
    if (!hashes) return members
    for (let at = 0; at < hashes.length; at += MEMBER_BYTES) members.add(hashes.toString('base64', at, at + MEMBER_BYTES))
    after = hashes.subarray(-MEMBER_BYTES)
  }
}

/** Returns a membership test for identifiers. Results are memoised because the same people buy repeatedly. */
export function membership(members: ReadonlySet<string>, key: Buffer, type: IdentifierType): (identifier: string) => boolean {
  const known = new Map<string, boolean>()
  const keyed = keying(key)
  return (identifier) => {
    const found = known.get(identifier) ?? members.has(memberOf(keyed, type, identifier)?.toString('base64') ?? '')
    known.set(identifier, found)
    return found
  }
}
