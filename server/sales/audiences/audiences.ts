import { pageSize } from '#contract/platform/page'
import { audienceGap } from '#domain/sales/campaigns/audience'
import { joinTexts } from '#domain/platform/direction'
import { normaliseText } from '#domain/sales/operations/search'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { assertRevision, nextRevision } from '../../platform/calls/revision.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { keying, keyOfMembers } from '../lifecycle/audienceMembers.ts'
import { identifierColumn } from '../lifecycle/filterConditions.ts'
import {
  assertReadable,
  audienceOf,
  retainingUses,
  lockAudience,
  readAudience,
  readAudiences,
  showAudience,
  whereAudience,
} from './audienceRow.ts'
import { assertNameFree, filteredOperations } from './create.ts'

/** How many pages beyond the requested one the count looks ahead. */
const pagesAhead = 10

/** The shop's audiences, or the erased ones, newest first. */
export const audienceList: Handler<'audienceList'> = async ({ db, scope, query, now, services }) => {
  const { page, status = 'kept' } = query
  const [audiences, counts] = await Promise.all([
    readAudiences(
      db,
      scope,
      { now, secrets: services.config.sessionSecrets },
      status === 'erased' ? sql`a.status = 'erased'` : sql`a.status <> 'erased'`,
      sql`order by a.created_at desc, a.id desc offset ${(page - 1) * pageSize} limit ${pageSize}`,
    ),
    db.first<{ kept: number; erased: number }>(sql`select count(*) filter (where a.status <> 'erased')::integer as kept,
        count(*) filter (where a.status = 'erased')::integer as erased
      from audiences a where ${inScope(scope, 'a')}`),
  ])
  const { kept, erased } = counts ?? { kept: 0, erased: 0 }
  const pages = Math.max(1, Math.ceil((status === 'erased' ? erased : kept) / pageSize))
  return {
    results: audiences.map(audienceOf),
    currentPage: page,
    maxVisiblePage: Math.min(pages, page + pagesAhead),
    next: page < pages ? page + 1 : null,
    counts: { kept, erased },
  }
}

/** One audience, also an erased one: its receipt stays. */
export const audienceDetail: Handler<'audienceDetail'> = ({ db, scope, params, now, services }) =>
  showAudience(db, scope, params.uuid, { now, services })

/** All of the shop's audiences by name, each with the reason why it cannot be chosen, if any. */
export const audienceNames: Handler<'audienceNames'> = async ({ db, scope, now, services }) => {
  const reading = { now, secrets: services.config.sessionSecrets }
  const all = await readAudiences(db, scope, reading, sql`a.status <> 'erased'`, sql`order by a.name_key, a.id`)
  return all.map((one) => ({ uuid: hexOf(one.id), name: one.name, size: one.size, gap: audienceGap(one) }))
}

/** Whether one person is a member, and since when. The audit entry names the caller, not the person looked up. */
export const audienceContains: Handler<'audienceContains'> = async ({ db, scope, params, body, now, services, audit }) => {
  const secrets = services.config.sessionSecrets
  const audience = await readAudience(db, scope, params.uuid, { now, secrets })
  assertReadable(audience)
  const key = keyOfMembers(secrets, scope, audience.key_mark)
  const hash = keying(key)(Buffer.from(body.member, 'hex'))
  const member = await db.first<{ added_at: Date }>(sql`select m.added_at from audience_members m
    where ${inScope(scope, 'm')} and m.audience_id = ${audience.id} and m.hash = ${hash}`)
  audit({ entity: 'audience', entityId: audience.id })
  return { inside: member !== undefined, since: member?.added_at.toISOString() ?? null }
}

/** Renames an audience; campaigns refer to its id. Refuses with SettingsStale. */
export const audienceRename: Handler<'audienceRename'> = async ({ db, scope, caller, params, body, now, services, audit }) => {
  const { id, name } = await lockAudience(db, scope, params.uuid, { now, secrets: services.config.sessionSecrets })
  const present = sql`select a.revision, a.changed_by from audiences a where ${whereAudience(scope, id)}`
  await assertRevision(db, { seen: body.revision, changes: body.name !== name, present })
  if (body.name === name) return showAudience(db, scope, params.uuid, { now, services })
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`audiences/${scope.merchantId}/${scope.mode}`}, 0))`)
  await assertNameFree(db, scope, body.name, id)
  await db.run(
    sql`update audiences a set name = ${body.name}, name_key = ${normaliseText(body.name)}, ${nextRevision(caller.userId)} where ${whereAudience(scope, id)}`,
  )
  audit({ entity: 'audience', entityId: id, before: { name }, after: { name: body.name } })
  return showAudience(db, scope, params.uuid, { now, services })
}

/** How many operations match some filters, and how many people have such an identifier in them. */
export const audiencePreview: Handler<'audiencePreview'> = async ({ db, scope, query }) => {
  const { identifierType, ...filters } = query
  const column = identifierColumn(identifierType)
  const counted = await db.firstByValue<{ operations: number; people: number }>(sql`select count(*)::integer as operations,
      count(distinct nullif(${column}, ''))::integer as people from operations o where ${filteredOperations(scope, filters)}`)
  return counted ?? { operations: 0, people: 0 }
}

/** Erases the members permanently; the receipt remains. `by` null: by the retention job. The row must be locked. */
export async function eraseMembers(db: Connection, scope: Scope, id: string, by: { userId: string | null; now: Date }): Promise<number> {
  const erased = await db.run(sql`delete from audience_members m where ${inScope(scope, 'm')} and m.audience_id = ${id}`)
  await db.run(sql`update audiences a set status = 'erased', problem = null, filters = case when a.filters is null then null else '{}'::jsonb end, size = 0, matched = null,
      run = a.run + 1, erased_at = ${by.now}, erased_by = ${by.userId}::uuid, erased_size = ${erased} where ${whereAudience(scope, id)}`)
  await db.run(sql`delete from audience_queue d where ${inScope(scope, 'd')} and d.audience_id = ${id}`)
  return erased
}

/**
 * Erases an audience now and answers its receipt. Refuses with AudienceInUse, naming them, while published campaigns use it. A draft keeps its reference and
 * can no longer be published with it, so it never reaches everybody by mistake.
 */
export const audienceErase: Handler<'audienceErase'> = async ({ db, scope, params, caller, now, services, audit }) => {
  const audience = await lockAudience(db, scope, params.uuid, { now, secrets: services.config.sessionSecrets })
  const holding = retainingUses(audience)
  if (holding.length > 0) {
    const campaigns = joinTexts(
      holding.map(({ name }) => `«${name}»`),
      ', ',
    )
    throw new Refusal('AudienceInUse', { values: { campaigns } })
  }
  const erased = await eraseMembers(db, scope, audience.id, { userId: caller.userId, now })
  audit({ entity: 'audience', entityId: audience.id, before: { name: audience.name, size: audience.size }, after: { erased } })
  return showAudience(db, scope, params.uuid, { now, services })
}
