import { AUDIENCE_ROWS } from '#domain/sales/campaigns/audience'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { keyFingerprint, keyOfMembers, memberKey, readMembers } from '../lifecycle/audienceMembers.ts'
import { lockAudience, readAudiences, showAudience, type StoredAudience, whereAudience } from './audienceRow.ts'
import { deleteOtherMembers, writeMembers } from './create.ts'
import { countBuyersAmong, hashedCustomers, TooManyCustomers } from './people.ts'

/** The services that filling needs. */
type FillingServices = Pick<Services, 'database' | 'now'> & { config: Pick<Services['config'], 'sessionSecrets'> }

/**
 * Fills an audience from the beginning, whatever an earlier run did: from operations it collects the people, and for any audience it counts those that have
 * bought. The result becomes visible in one final transaction. Does nothing when the audience is ready, failed or erased. Errors are the job's, which is
 * retried.
 */
export async function fill(services: FillingServices, { merchantId, mode, audienceId }: Work['audience']): Promise<void> {
  const scope = mintScope(merchantId, mode)
  const audience = await begin(services, scope, audienceId)
  if (!audience) return
  const { database } = services
  const { id, source, identifier_type: type, filters } = audience
  const { sessionSecrets } = services.config
  // Members from a file keep the key they were hashed with.
  const key = source === 'csv' ? keyOfMembers(sessionSecrets, scope, audience.key_mark) : memberKey(sessionSecrets[0], scope)
  const halves = source === 'csv' ? 1 : 2
  const onProgress = (half: number) => (share: number) => progressed(services, scope, audience, Math.floor(((half + share) * 100) / halves))
  const search = { database, scope, key, type }
  try {
    const members =
      source === 'csv'
        ? await database.read(scope, (db) => readMembers(db, scope, id))
        : await hashedCustomers(search, filters ?? {}, AUDIENCE_ROWS, onProgress(0))
    const matched = await countBuyersAmong(search, members, onProgress(halves - 1))
    await end(services, scope, audience, { members: source === 'csv' ? null : members, matched })
  } catch (error) {
    if (!(error instanceof TooManyCustomers)) throw error
    await fail(services, scope, id, 'too_many')
  }
}

/** Each run has a number of its own. */
const begin = ({ database, now, config }: FillingServices, scope: Scope, id: string): Promise<StoredAudience | undefined> =>
  database.write(scope, async (db) => {
    const begun = await db.run(
      sql`update audiences a set run = a.run + 1, progress = 0 where ${whereAudience(scope, id)} and a.status = 'processing'`,
    )
    if (begun === 0) return undefined
    const [audience] = await readAudiences(db, scope, { now: now(), secrets: config.sessionSecrets }, sql`a.id = ${id}`, sql``)
    return audience
  })

const progressed = ({ database }: FillingServices, scope: Scope, { id, run }: StoredAudience, percent: number): Promise<number> =>
  database.write(scope, (db) =>
    db.run(
      sql`update audiences a set progress = ${Math.min(99, percent)} where ${whereAudience(scope, id)} and a.run = ${run} and a.status = 'processing'`,
    ),
  )

type Filled = { /** Null: they stay as the file had them. */ members: ReadonlySet<string> | null; matched: number }

/** Marks it as ready. Members that stay keep their date of joining; a run that is not the latest writes nothing. */
async function end(
  services: FillingServices,
  scope: Scope,
  { id, run, size: sizeBefore, filled_at, key_mark: markBefore }: StoredAudience,
  { members, matched }: Filled,
) {
  const now = services.now()
  // Members from a file keep the key they were hashed with.
  const mark = members === null ? markBefore : keyFingerprint(memberKey(services.config.sessionSecrets[0], scope))
  await services.database.write(scope, async (db) => {
    const stillToFill = await db.first(
      sql`select from audiences a where ${whereAudience(scope, id)} and a.run = ${run} and a.status = 'processing' for update`,
    )
    if (!stillToFill) return
    let size = sizeBefore
    if (members !== null) {
      const hashes = Buffer.concat([...members].map((hash) => Buffer.from(hash, 'base64')))
      await deleteOtherMembers(db, scope, id, hashes)
      size = await writeMembers(db, scope, id, hashes, now)
    }
    await db.run(sql`update audiences a set status = 'ready', progress = 100, size = ${size}, matched = ${Math.min(matched, size)}, key_mark = ${mark},
      filled_at = ${members === null ? filled_at : now} where ${whereAudience(scope, id)}`)
  })
}

/** Marks it as failed, with the reason; existing members stay. Does nothing when it is ready or erased. */
const fail = ({ database }: Pick<Services, 'database'>, scope: Scope, id: string, problem: 'failed' | 'too_many'): Promise<number> =>
  database.write(scope, (db) =>
    db.run(
      sql`update audiences a set status = 'failed', problem = ${problem} where ${whereAudience(scope, id)} and a.status = 'processing'`,
    ),
  )

/** Marks an audience as failed when its job's retries are exhausted. */
export const onFillFailed = async (
  services: Pick<Services, 'database'>,
  { merchantId, mode, audienceId }: Work['audience'],
): Promise<void> => void (await fail(services, mintScope(merchantId, mode), audienceId, 'failed'))

/**
 * Collects the members again in the background; until then the old ones stay and campaigns continue. Refuses with AudienceNotAllowed an audience made from a
 * file.
 */
export const audienceRefresh: Handler<'audienceRefresh'> = async ({ db, scope, params, now, services, audit }) => {
  const { id, source, state } = await lockAudience(db, scope, params.uuid, { now, secrets: services.config.sessionSecrets })
  if (source === 'csv') throw new Refusal('AudienceNotAllowed', { why: 'file' })
  if (state !== 'processing') {
    await db.run(sql`update audiences a set status = 'processing', problem = null, progress = 0 where ${whereAudience(scope, id)}`)
    await services.jobs.send(db, 'audience', { merchantId: scope.merchantId, mode: scope.mode, audienceId: id })
  }
  audit({ entity: 'audience', entityId: id, after: { refreshed: true } })
  return showAudience(db, scope, params.uuid, { now, services })
}
