import type { BodyOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { may } from '#contract/permissions'
import type { CampaignField, CampaignTerms } from '#domain/sales/campaigns/campaign'
import { basisPoints, centsOrNull } from '#domain/platform/money'
import type { Role } from '#domain/access/roles'
import { normaliseText } from '#domain/sales/operations/search'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { gapProblem, type LimitingAudience } from './campaignRow.ts'

/** The audience with this id, locked against erasure until the transaction ends; null when there is none, or no id. */
export async function lockLimitingAudience(db: Connection, scope: Scope, id: string | null): Promise<LimitingAudience | null> {
  if (id === null) return null
  const row = await db.first<LimitingAudience>(sql`select a.name, a.status as state, a.size from audiences a
    where ${inScope(scope, 'a')} and a.id = ${id} for share`)
  return row ?? null
}

/**
 * Refuses with PermissionDenied if the caller changes the audience and may not see audiences: the reach of the campaign would change unseen.
 * Refuses with ApiValidationException one that does not exist.
 */
export async function assertAudience(
  db: Connection,
  scope: Scope,
  role: Role,
  { before, after }: { before: Pick<CampaignTerms, 'audienceId'>; after: Pick<CampaignTerms, 'audienceId'> },
): Promise<void> {
  if (after.audienceId === before.audienceId) return
  if (!may(role, 'audienceNames')) throw new Refusal('PermissionDenied', { why: 'audience' })
  if (after.audienceId === null) return
  const audience = await lockLimitingAudience(db, scope, after.audienceId)
  if (audience === null || audience.state === 'erased')
    throw new Refusal('ApiValidationException', { fields: [gapProblem('audience_uuid', 'unknown', null)] })
}

type RequestedTerms = BodyOf<Api['campaignCreate']>

const instantOrNull = (text: string | null) => (text === null ? null : new Date(text))
/** The requested terms merged over the previous ones. */
export function requestedTerms(requested: RequestedTerms, before: CampaignTerms): CampaignTerms {
  const {
    name,
    scope,
    startDate,
    endDate,
    interest,
    numInstalments,
    minOrderAmount,
    maxOrderAmount,
    waitingPeriod,
    channels,
    budgetAmount,
  } = requested
  return {
    name: name ?? before.name,
    scope: scope ?? before.scope,
    startsAt: startDate === undefined ? before.startsAt : instantOrNull(startDate),
    endsAt: endDate === undefined ? before.endsAt : instantOrNull(endDate),
    consumerTin: interest === undefined ? before.consumerTin : interest === null ? null : basisPoints(interest),
    numInstalments: numInstalments === undefined ? before.numInstalments : distinct(numInstalments).toSorted((a, b) => a - b),
    minOrderCents: minOrderAmount === undefined ? before.minOrderCents : centsOrNull(minOrderAmount),
    maxOrderCents: maxOrderAmount === undefined ? before.maxOrderCents : centsOrNull(maxOrderAmount),
    waitingMonths: waitingPeriod ?? before.waitingMonths,
    budgetCents: budgetAmount === undefined ? before.budgetCents : centsOrNull(budgetAmount),
    channels: channels === undefined ? before.channels : distinct(channels),
    audienceId:
      requested.audienceUuid === undefined
        ? before.audienceId
        : requested.audienceUuid === null
          ? null
          : (uuidOf(requested.audienceUuid) ?? null),
  }
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** Fields that differ. */
export function changedFields(before: CampaignTerms, after: CampaignTerms): CampaignField[] {
  const fields = Object.keys(after) as CampaignField[] // the keys of a literal of that type
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** Every column decided by a person, for an update or, in the same order, an insert. */
export const termColumns: Sql = sql`name, slug, scope, starts_at, ends_at, interest_bps, num_instalments, min_order_cents, max_order_cents, waiting_months, channels,
  audience_id, budget_cents`
export const termValues = (
  terms: CampaignTerms,
  slug: string,
): Sql => sql`${terms.name}, ${slug}, ${terms.scope}, ${terms.startsAt}::timestamptz,
  ${terms.endsAt}::timestamptz, ${terms.consumerTin}::integer, ${[...terms.numInstalments]}::integer[], ${terms.minOrderCents}::bigint, ${terms.maxOrderCents}::bigint,
  ${terms.waitingMonths}::smallint, ${[...terms.channels]}::text[], ${terms.audienceId}::uuid, ${terms.budgetCents}::bigint`

/** The name as a URL slug, with the end of the id to make it unique. */
export function slugOf(name: string, id: string): string {
  const words = normaliseText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return [words, id.slice(-6)].filter((part) => part !== '').join('-')
}
