import type { Audience } from '#contract/sales/audiences'
import { audienceGap, audienceKeptUntil, type AudienceState } from '#domain/sales/campaigns/audience'
import { type CampaignState, campaignStateAt } from '#domain/sales/campaigns/campaign'
import type { Services } from '../../platform/calls/call.ts'
import { personName } from '../../platform/calls/userConditions.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { keyWithMark } from '../lifecycle/audienceMembers.ts'
import type { Secrets } from '../../platform/config/secrets.ts'

type Row = {
  id: string
  name: string
  source: Audience['source']
  identifier_type: Audience['identifierType']
  basis: Audience['basis']
  basis_note: string
  filters: Audience['filters']
  file_rows: number | null
  file_duplicates: number | null
  file_invalid: number | null
  size: number
  matched: number | null
  status: AudienceState
  problem: 'failed' | 'too_many' | null
  progress: number
  run: number
  key_mark: Buffer
  created_at: Date
  creator: string | null
  filled_at: Date
  erased_at: Date | null
  eraser: string | null
  erased_size: number | null
  revision: number
}

type Use = { id: string; name: string; state: CampaignState; endsAt: Date | null }
type UseRow = { audience_id: string; id: string; name: string; status: CampaignState; starts_at: Date | null; ends_at: Date | null }

/** An audience as stored, with the campaigns limited to it in their state by the clock. */
export type StoredAudience = Omit<Row, 'status' | 'problem'> & {
  state: AudienceState
  problem: Audience['problem']
  uses: Use[]
}

const columns: Sql = sql`a.id, a.name, a.source, a.identifier_type, a.basis, a.basis_note, a.filters, a.file_rows, a.file_duplicates, a.file_invalid, a.size, a.matched,
  a.status, a.problem, a.progress, a.run, a.key_mark, a.created_at, ${personName(sql`a.created_by`)} as creator, a.filled_at, a.erased_at,
  ${personName(sql`a.erased_by`)} as eraser, a.erased_size, a.revision`

/** The condition that selects one audience of a shop. */
export const whereAudience = (scope: Scope, id: string): Sql => sql`${inScope(scope, 'a')} and a.id = ${id}`

type Reading = { now: Date; secrets: Secrets }

/** Audiences of the shop that match `condition`, over `a`; `rest`: ordering and limit. */
export async function readAudiences(
  db: Connection,
  scope: Scope,
  { now, secrets }: Reading,
  condition: Sql,
  rest: Sql,
): Promise<StoredAudience[]> {
  const rows = await db.rows<Row>(sql`select ${columns} from audiences a where ${inScope(scope, 'a')} and ${condition} ${rest}`)
  if (rows.length === 0) return []
  const uses = await db.rows<UseRow>(sql`select c.audience_id, c.id, c.name, c.status, c.starts_at, c.ends_at from campaigns c
    where ${inScope(scope, 'c')} and c.audience_id = any(${rows.map(({ id }) => id)}::uuid[]) order by c.created_at, c.id`)
  return rows.map(({ status, problem, ...row }) => ({
    ...row,
    ...effectiveState({ status, problem }, keyWithMark(secrets, scope, row.key_mark) !== undefined),
    uses: uses
      .filter(({ audience_id }) => audience_id === row.id)
      .map(({ id, name, status: state, starts_at: startsAt, ends_at: endsAt }) => ({
        id,
        name,
        state: campaignStateAt({ status: state, startsAt, endsAt }, now),
        endsAt,
      })),
  }))
}

/** Hashes under a secret that is no longer set match nobody: the audience counts as failed, whatever state is stored. */
function effectiveState({ status, problem }: Pick<Row, 'status' | 'problem'>, hasKey: boolean) {
  return status === 'ready' && !hasKey ? { state: 'failed' as const, problem: 'key_changed' as const } : { state: status, problem }
}

/** One audience by its wire id. Refuses with ObjectNotFoundException, also for one of another shop or mode. */
export async function readAudience(db: Connection, scope: Scope, hex: string, reading: Reading): Promise<StoredAudience> {
  const [found] = await readAudiences(db, scope, reading, sql`a.id = ${idFrom(hex)}`, sql``)
  if (!found) throw notFound(hex)
  return found
}

/** As {@link readAudience}; locks the row until the transaction ends. Refuses with AudienceNotAllowed an erased one. */
export async function lockAudience(db: Connection, scope: Scope, hex: string, reading: Reading): Promise<StoredAudience> {
  const id = uuidOf(hex)
  // Locked in a statement of its own: what follows must see what the previous holder of the lock wrote.
  if (id !== undefined) db.send(sql`select from audiences a where ${whereAudience(scope, id)} for update`)
  const audience = await readAudience(db, scope, hex, reading)
  if (audience.state === 'erased') throw new Refusal('AudienceNotAllowed', { why: 'erased' })
  return audience
}

/** Refuses with AudienceNotAllowed an audience whose members were erased, or can no longer be matched because the secret changed. */
export function assertReadable({ state, problem }: StoredAudience): void {
  if (state === 'erased') throw new Refusal('AudienceNotAllowed', { why: 'erased' })
  if (problem === 'key_changed') throw new Refusal('AudienceNotAllowed', { why: 'key' })
}

/** Campaigns that are not finished. */
const unfinishedUses = ({ uses }: StoredAudience): Use[] => uses.filter(({ state }) => state !== 'finished')
/** Campaigns that were published and are not over: while there is one, the members are kept. */
export const retainingUses = (audience: StoredAudience): Use[] => unfinishedUses(audience).filter(({ state }) => state !== 'draft')

/** When the members expire; null while a campaign without end uses it. A draft does not count. */
export const keptUntil = (audience: StoredAudience): Date | null =>
  audienceKeptUntil(
    audience.filled_at,
    audience.uses.filter(({ state }) => state !== 'draft'),
  )

/** An audience in the contract's shape. */
export function audienceOf(stored: StoredAudience): Audience {
  const campaigns = unfinishedUses(stored).map(({ id, name, state }) => ({ id: hexOf(id), name, status: state }))
  const { erased_at: erasedAt, eraser, erased_size: erasedSize } = stored
  return {
    uuid: hexOf(stored.id),
    name: stored.name,
    source: stored.source,
    identifierType: stored.identifier_type,
    basis: stored.basis,
    basisNote: stored.basis_note,
    filters: stored.filters,
    file:
      stored.file_rows === null
        ? null
        : { rows: stored.file_rows, duplicates: stored.file_duplicates ?? 0, invalid: stored.file_invalid ?? 0 },
    size: stored.size,
    matched: stored.matched,
    status: stored.state,
    problem: stored.problem,
    progress: stored.progress,
    gap: audienceGap(stored),
    campaigns,
    campaignsCount: campaigns.length,
    inUse: retainingUses(stored).length > 0,
    created: stored.created_at.toISOString(),
    createdBy: stored.creator,
    refreshedAt: stored.filled_at.toISOString(),
    keptUntil: stored.state === 'erased' ? null : (keptUntil(stored)?.toISOString() ?? null),
    erased: erasedAt === null ? null : { at: erasedAt.toISOString(), by: eraser, size: erasedSize ?? 0 },
    revision: stored.revision,
  }
}

/** An audience's current state: the answer of every verb. */
export async function showAudience(
  db: Connection,
  scope: Scope,
  hex: string,
  { now, services }: { now: Date; services: Services },
): Promise<Audience> {
  return audienceOf(await readAudience(db, scope, hex, { now, secrets: services.config.sessionSecrets }))
}
