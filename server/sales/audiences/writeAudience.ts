import type { Audience } from '#contract/sales/audiences'
import { AUDIENCES_OF_SHOP, audienceKeptUntil, MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import { normaliseText } from '#domain/sales/operations/search'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { keyMark, memberKey } from '../operation/audienceMembers.ts'
import { MEMBERS_AT_ONCE } from '../operation/readMembers.ts'

/** What is written of a new audience; its members follow. */
export type NewAudience = Pick<Audience, 'name' | 'identifierType' | 'basis' | 'basisNote' | 'filters' | 'file'> & {
  userId: string
  now: Date
}

/** Writes an audience down and queues its filling. Refuses with ApiValidationException a name that is taken, with AudienceNotAllowed one too many. */
export async function writeAudience(db: Connection, scope: Scope, services: Services, audience: NewAudience): Promise<string> {
  const { name, identifierType, basis, basisNote, filters, file, userId, now } = audience
  const { merchantId, mode } = scope
  // One at a time may count and add.
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`audiences/${merchantId}/${mode}`}, 0))`)
  const counted = await db.first<{ many: number }>(
    sql`select count(*)::integer as many from audiences a where a.merchant_id = ${merchantId} and a.mode = ${mode} and a.status <> 'erased'`,
  )
  if ((counted?.many ?? 0) >= AUDIENCES_OF_SHOP)
    throw new Refusal('AudienceNotAllowed', { why: 'many', values: { limit: String(AUDIENCES_OF_SHOP) } })
  await assertNameFree(db, scope, name)
  const id = newId(now)
  const mark = keyMark(memberKey(services.config.sessionSecret, scope))
  await db.run(sql`insert into audiences (merchant_id, mode, id, name, name_key, source, identifier_type, basis, basis_note, filters, file_rows, file_duplicates,
      file_invalid, key_mark, created_at, created_by, filled_at)
    values (${merchantId}, ${mode}, ${id}, ${name}, ${normaliseText(name)}, ${file === null ? 'operations_filter' : 'csv'}, ${identifierType}, ${basis}, ${basisNote},
      ${filters === null ? null : JSON.stringify(filters)}::jsonb, ${file?.rows ?? null}, ${file?.duplicates ?? null}, ${file?.invalid ?? null}, ${mark}, ${now},
      ${userId}, ${now})`)
  await db.run(
    sql`insert into audience_dues (merchant_id, mode, audience_id, due_at) values (${merchantId}, ${mode}, ${id}, ${audienceKeptUntil(now, [])})`,
  )
  await services.jobs.send(db, 'audience', { merchantId, mode, audienceId: id })
  return id
}

/** Refuses with ApiValidationException when another audience of the shop is called so. */
export async function assertNameFree(
  db: Connection,
  { merchantId, mode }: Scope,
  name: string,
  exceptId: string | null = null,
): Promise<void> {
  const taken =
    await db.first(sql`select from audiences a where a.merchant_id = ${merchantId} and a.mode = ${mode} and a.name_key = ${normaliseText(name)}
    and a.status <> 'erased' and a.id is distinct from ${exceptId}::uuid`)
  if (taken)
    throw new Refusal('ApiValidationException', { fields: [{ name: 'name', code: 'taken', message: text('audiences.server.name.taken') }] })
}

/** Writes members, each once; returns how many there are now. `hashes`: 32 bytes of each, one after the other. */
export async function writeMembers(db: Connection, { merchantId, mode }: Scope, id: string, hashes: Buffer, now: Date): Promise<number> {
  const step = MEMBERS_AT_ONCE * MEMBER_BYTES
  for (let at = 0; at < hashes.length; at += step) {
    const some = hashes.subarray(at, at + step)
    await db.run(sql`insert into audience_members (merchant_id, mode, audience_id, hash, added_at)
      select ${merchantId}::uuid, ${mode}::mode, ${id}::uuid, substring(${some}::bytea from n * 32 + 1 for 32), ${now}::timestamptz
      from generate_series(0, ${some.length / MEMBER_BYTES - 1}::integer) n on conflict do nothing`)
  }
  const counted = await db.first<{ many: number }>(sql`select count(*)::integer as many from audience_members m
    where m.merchant_id = ${merchantId} and m.mode = ${mode} and m.audience_id = ${id}`)
  return counted?.many ?? 0
}
