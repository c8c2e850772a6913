import { setImmediate } from 'node:timers/promises'
import type { Audience } from '#contract/sales/audiences'
import { audienceKeptUntil, AUDIENCES_OF_SHOP, MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import { normaliseText } from '#domain/sales/operations/search'
import { withPreparation, type Handler, type Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { keying, keyFingerprint, memberKey, MEMBER_BATCH_SIZE } from '../lifecycle/audienceMembers.ts'
import { filterConditions } from '../lifecycle/filterConditions.ts'
import { readOperationSearch } from '../lifecycle/operationSearch.ts'
import { showAudience, whereAudience } from './audienceRow.ts'

/** SQL condition on operations `o`: those that the list shows with these filters, for a reader who may use every search type. */
export function filteredOperations(scope: Scope, filters: NonNullable<Audience['filters']>): Sql {
  const search = readOperationSearch(filters, 'admin', scope)
  const conditions = [...filterConditions(filters, true), ...(search ? [search.condition] : [])]
  return sql`${inScope(scope, 'o')} and ${allOf(conditions)}`
}

/** The columns of a new audience; its members are inserted later. */
type NewAudience = Pick<Audience, 'name' | 'identifierType' | 'basis' | 'basisNote' | 'filters' | 'file'> & {
  userId: string
  now: Date
}

/** Inserts an audience and queues its filling. Refuses with ApiValidationException a name that is taken, with AudienceNotAllowed one too many. */
async function writeAudience(db: Connection, scope: Scope, services: Services, audience: NewAudience): Promise<string> {
  const { name, identifierType, basis, basisNote, filters, file, userId, now } = audience
  const { merchantId, mode } = scope
  // Serialised, so that the count holds.
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`audiences/${merchantId}/${mode}`}, 0))`)
  const counted = await db.first<{ many: number }>(
    sql`select count(*)::integer as many from audiences a where ${inScope(scope, 'a')} and a.status <> 'erased'`,
  )
  if ((counted?.many ?? 0) >= AUDIENCES_OF_SHOP)
    throw new Refusal('AudienceNotAllowed', { why: 'many', values: { limit: String(AUDIENCES_OF_SHOP) } })
  await assertNameFree(db, scope, name)
  const id = newId(now)
  const mark = keyFingerprint(memberKey(services.config.sessionSecrets[0], scope))
  await db.run(sql`insert into audiences (merchant_id, mode, id, name, name_key, source, identifier_type, basis, basis_note, filters, file_rows, file_duplicates,
      file_invalid, key_mark, created_at, created_by, filled_at)
    values (${merchantId}, ${mode}, ${id}, ${name}, ${normaliseText(name)}, ${file === null ? 'operations_filter' : 'csv'}, ${identifierType}, ${basis}, ${basisNote},
      ${filters === null ? null : JSON.stringify(filters)}::jsonb, ${file?.rows ?? null}, ${file?.duplicates ?? null}, ${file?.invalid ?? null}, ${mark}, ${now},
      ${userId}, ${now})`)
  await db.run(
    sql`insert into audience_queue (merchant_id, mode, audience_id, due_at) values (${merchantId}, ${mode}, ${id}, ${audienceKeptUntil(now, [])})`,
  )
  await services.jobs.send(db, 'audience', { merchantId, mode, audienceId: id })
  return id
}

/** Refuses with ApiValidationException when another audience of the shop has this name. */
export async function assertNameFree(db: Connection, scope: Scope, name: string, exceptId: string | null = null): Promise<void> {
  const taken = await db.first(sql`select from audiences a where ${inScope(scope, 'a')} and a.name_key = ${normaliseText(name)}
    and a.status <> 'erased' and a.id is distinct from ${exceptId}::uuid`)
  if (taken)
    throw new Refusal('ApiValidationException', { fields: [{ name: 'name', code: 'taken', message: text('audiences.server.name.taken') }] })
}

/** Inserts members, each once; returns the resulting number. `hashes`: 32 bytes of each, concatenated. */
export async function writeMembers(db: Connection, scope: Scope, id: string, hashes: Buffer, now: Date): Promise<number> {
  const step = MEMBER_BATCH_SIZE * MEMBER_BYTES
  for (let at = 0; at < hashes.length; at += step) {
    const batch = hashes.subarray(at, at + step)
    await db.run(sql`insert into audience_members (merchant_id, mode, audience_id, hash, added_at)
      select ${scope.merchantId}::uuid, ${scope.mode}::mode, ${id}::uuid, substring(${batch}::bytea from n * 32 + 1 for 32), ${now}::timestamptz
      from generate_series(0, ${batch.length / MEMBER_BYTES - 1}::integer) n on conflict do nothing`)
  }
  const counted = await db.first<{ many: number }>(sql`select count(*)::integer as many from audience_members m
    where ${inScope(scope, 'm')} and m.audience_id = ${id}`)
  return counted?.many ?? 0
}

/** Deletes the members other than these. `hashes`: 32 bytes of each, concatenated. */
export const deleteOtherMembers = (db: Connection, scope: Scope, id: string, hashes: Buffer): Promise<number> =>
  db.run(sql`delete from audience_members m where ${inScope(scope, 'm')} and m.audience_id = ${id}
    and not exists (select from (select substring(${hashes}::bytea from n * 32 + 1 for 32) as hash
        from generate_series(0, ${hashes.length / MEMBER_BYTES - 1}::integer) n) k
      where k.hash = m.hash)`)

/** Hashes computed before yielding to other requests. */
const batchSize = 2_000

/**
 * Creates an audience from hashes that the browser computed from a file: the file itself is never uploaded. How many have bought is counted in the
 * background. Refuses with ApiValidationException a body that is not a sequence of hashes.
 */
export const audienceCreate = withPreparation<'audienceCreate', Buffer>(
  async ({ services, scope, file }) => {
    const { bytes } = file
    if (bytes.length === 0 || bytes.length % MEMBER_BYTES !== 0) {
      const code = bytes.length === 0 ? 'empty' : 'format'
      throw new Refusal('ApiValidationException', {
        fields: [{ name: 'members', code, message: text(`audiences.server.members.${code}`) }],
      })
    }
    return keyed(bytes, memberKey(services.config.sessionSecrets[0], scope))
  },
  async ({ db, scope, body, caller, services, now, audit }, hashes) => {
    const { rows, duplicates, invalid, ...fields } = body
    const id = await writeAudience(db, scope, services, {
      ...fields,
      filters: null,
      file: { rows, duplicates, invalid },
      userId: caller.userId,
      now,
    })
    const size = await writeMembers(db, scope, id, hashes, now)
    await db.run(sql`update audiences a set size = ${size} where ${whereAudience(scope, id)}`)
    audit({
      entity: 'audience',
      entityId: id,
      after: { source: 'csv', identifierType: fields.identifierType, basis: fields.basis, size, duplicates, invalid },
    })
    return showAudience(db, scope, hexOf(id), { now, services })
  },
)

async function keyed(digests: Buffer, key: Buffer): Promise<Buffer> {
  const hashes = Buffer.allocUnsafe(digests.length)
  const keyedMember = keying(key)
  for (let at = 0, nth = 1; at < digests.length; at += MEMBER_BYTES, nth += 1) {
    hashes.set(keyedMember(digests.subarray(at, at + MEMBER_BYTES)), at)
    if (nth % batchSize === 0) await setImmediate()
  }
  return hashes
}

/** Creates an audience from the customers of the operations that match some filters; they are collected in the background. */
export const audienceFromOperations: Handler<'audienceFromOperations'> = async ({ db, scope, body, caller, services, now, audit }) => {
  const id = await writeAudience(db, scope, services, { ...body, file: null, userId: caller.userId, now })
  const { identifierType, basis, filters } = body
  // The search text may be a person's name.
  audit({ entity: 'audience', entityId: id, after: { source: 'operations_filter', identifierType, basis, filters: Object.keys(filters) } })
  return showAudience(db, scope, hexOf(id), { now, services })
}
