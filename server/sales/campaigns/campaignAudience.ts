import { may } from '#contract/permissions'
import type { AudienceState } from '#domain/sales/campaigns/audience'
import type { CampaignTerms } from '#domain/sales/campaigns/campaign'
import { type Role } from '#domain/access/roles'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { gapProblem } from './gaps.ts'

/** The audience that a campaign is limited to, as far as it matters to the campaign. */
export type LimitingAudience = { name: string; state: AudienceState; size: number }

/** The audience with this id, kept from being erased until the transaction ends; null when there is none, or nobody asks for one. */
export async function limitOf(db: Connection, { merchantId, mode }: Scope, id: string | null): Promise<LimitingAudience | null> {
  if (id === null) return null
  const row = await db.first<LimitingAudience>(sql`select a.name, a.status as state, a.size from audiences a
    where a.merchant_id = ${merchantId} and a.mode = ${mode} and a.id = ${id} for share`)
  return row ?? null
}

/**
 * Refuses with PermissionDenied another audience than before by somebody who may not see audiences: nobody widens or moves a campaign unseen. Refuses with
 * ApiValidationException one that is not there.
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
  const audience = await limitOf(db, scope, after.audienceId)
  if (audience === null || audience.state === 'erased')
    throw new Refusal('ApiValidationException', { fields: [gapProblem('audience_uuid', 'unknown', null)] })
}
