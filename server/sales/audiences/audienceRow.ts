import type { Audience } from '#contract/sales/audiences'
import { audienceGap, audienceKeptUntil, type AudienceState } from '#domain/sales/campaigns/audience'
import { type CampaignState, campaignStateAt } from '#domain/sales/campaigns/campaign'
import type { Services } from '../../platform/calls/call.ts'
import { personName } from '../../platform/calls/ownerStanding.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { keyMark, memberKey } from '../operation/audienceMembers.ts'

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

/** An audience as the database keeps it, with the campaigns limited to it as they are by the clock. */
export type StoredAudience = Omit<Row, 'status' | 'problem'> & {
  state: AudienceState
  problem: Audience['problem']
  uses: Use[]
}

const columns: Sql = sql`a.id, a.name, a.source, a.identifier_type, a.basis, a.basis_note, a.filters, a.file_rows, a.file_duplicates, a.file_invalid, a.size, a.matched,
  a.status, a.problem, a.progress, a.run, a.key_mark, a.created_at, ${personName(sql`a.created_by`)} as creator, a.filled_at, a.erased_at,
  ${personName(sql`a.erased_by`)} as eraser, a.erased_size, a.revision`

/** What a shop's audience is found by. */
export const thisAudience = ({ merchantId, mode }: Scope, id: string): Sql =>
  sql`a.merchant_id = ${merchantId} and a.mode = ${mode} and a.id = ${id}`

type Reading = { now: Date; secret: string }

/** Audiences of the shop that fulfil `condition`, over `a`; `rest`: their order and limit. */
export async function readAudiences(
  db: Connection,
  scope: Scope,
  { now, secret }: Reading,
  condition: Sql,
  rest: Sql,
): Promise<StoredAudience[]> {
  const rows = await db.rows<Row>(
    sql`select ${columns} from audiences a where a.merchant_id = ${scope.merchantId} and a.mode = ${scope.mode} and ${condition} ${rest}`,
  )
  if (rows.length === 0) return []
  const uses = await db.rows<UseRow>(sql`select c.audience_id, c.id, c.name, c.status, c.starts_at, c.ends_at from campaigns c
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.audience_id = any(${rows.map(({ id }) => id)}::uuid[]) order by c.created_at, c.id`)
  const mark = keyMark(memberKey(secret, scope))
  return rows.map(({ status, problem, ...row }) => ({
    ...row,
    ...standingOf({ status, problem, key_mark: row.key_mark }, mark),
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

/** Under another secret than now nobody would be found: then it has failed, whatever was written down. */
function standingOf({ status, problem, key_mark }: Pick<Row, 'status' | 'problem' | 'key_mark'>, mark: Buffer) {
  const lost = status === 'ready' && !key_mark.equals(mark)
  return lost ? { state: 'failed' as const, problem: 'key_changed' as const } : { state: status, problem }
}

/** One audience by its id as it travels. Refuses with ObjectNotFoundException, another shop's or mode's like one that is not there. */
export async function readAudience(db: Connection, scope: Scope, hex: string, reading: Reading): Promise<StoredAudience> {
  const [found] = await readAudiences(db, scope, reading, sql`a.id = ${idFrom(hex)}`, sql``)
  if (!found) throw notFound(hex)
  return found
}

/** As {@link readAudience}; keeps others from changing it until the transaction ends. Refuses with AudienceNotAllowed one that was erased. */
export async function lockAudience(db: Connection, scope: Scope, hex: string, reading: Reading): Promise<StoredAudience> {
  const id = uuidOf(hex)
  // Locked in a statement of its own: what follows must see what the earlier holder of the lock wrote.
  if (id !== undefined) db.send(sql`select from audiences a where ${thisAudience(scope, id)} for update`)
  const audience = await readAudience(db, scope, hex, reading)
  if (audience.state === 'erased') throw new Refusal('AudienceNotAllowed', { why: 'erased' })
  return audience
}

/** Refuses with AudienceNotAllowed one whose members are gone, or cannot be told any more under another secret. */
export function assertAnswers({ state, problem }: StoredAudience): void {
  if (state === 'erased') throw new Refusal('AudienceNotAllowed', { why: 'erased' })
  if (problem === 'key_changed') throw new Refusal('AudienceNotAllowed', { why: 'key' })
}

/** Campaigns that may still limit themselves to it. */
const openUses = ({ uses }: StoredAudience): Use[] => uses.filter(({ state }) => state !== 'finished')
/** Those that were published and are not over: while there is one, the members stay. */
export const holdingUses = (audience: StoredAudience): Use[] => openUses(audience).filter(({ state }) => state !== 'draft')

/** When its time is over; null while a campaign without end uses it. A draft holds nothing. */
export const keptUntil = (audience: StoredAudience): Date | null =>
  audienceKeptUntil(
    audience.filled_at,
    audience.uses.filter(({ state }) => state !== 'draft'),
  )

/** An audience as the contract says it. */
export function audienceOf(stored: StoredAudience): Audience {
  const campaigns = openUses(stored).map(({ id, name, state }) => ({ id: hexOf(id), name, status: state }))
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
    inUse: holdingUses(stored).length > 0,
    created: stored.created_at.toISOString(),
    createdBy: stored.creator,
    refreshedAt: stored.filled_at.toISOString(),
    keptUntil: stored.state === 'erased' ? null : (keptUntil(stored)?.toISOString() ?? null),
    erased: erasedAt === null ? null : { at: erasedAt.toISOString(), by: eraser, size: erasedSize ?? 0 },
    revision: stored.revision,
  }
}

/** An audience as it stands now: what every verb answers. */
export async function showAudience(
  db: Connection,
  scope: Scope,
  hex: string,
  { now, services }: { now: Date; services: Services },
): Promise<Audience> {
  return audienceOf(await readAudience(db, scope, hex, { now, secret: services.config.sessionSecret }))
}
