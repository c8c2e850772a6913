import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Acting } from './act.ts'
import { limitOf } from './campaignAudience.ts'
import { lockCampaign, thisCampaign } from './campaignRow.ts'
import { gapsOf, readCampaignOffer } from './gaps.ts'
import { assertFresh } from './update.ts'
import { showCampaign } from './view.ts'

/**
 * Publishes a draft: it runs from its start, or from now on when that has come. Refuses with ApiValidationException and every gap at once, with
 * CampaignStale when it is no longer as the caller saw it, before anything is written.
 */
export async function publishDraft({ db, scope, caller, now, audit }: Acting, hex: string, revision: number): Promise<void> {
  const campaign = await lockCampaign(db, scope, hex, now, 'publish')
  assertFresh(campaign, revision, 'publish')
  const audience = await limitOf(db, scope, campaign.audienceId)
  const fields = gapsOf({ ...campaign, audience }, await readCampaignOffer(db, scope), now)
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  const status = campaign.startsAt !== null && campaign.startsAt <= now ? 'active' : 'scheduled'
  await db.run(sql`update campaigns c set status = ${status}, revision = c.revision + 1, changed_at = ${now}, changed_by = ${caller.userId}
    where ${thisCampaign(scope, campaign.id)}`)
  const { name, scope: reach, startsAt, endsAt, consumerTin, numInstalments } = campaign
  const after = { state: status, name, scope: reach, startsAt, endsAt, consumerTin, numInstalments }
  audit({ entity: 'campaign', entityId: campaign.id, before: { state: 'draft' }, after })
}

/** One draft, published and as it is then. */
export const campaignPublish: Handler<'campaignPublish'> = async (call) => {
  const { db, scope, params, body, now } = call
  await publishDraft(call, params.campaignId, body.revision)
  return showCampaign(db, scope, params.campaignId, now)
}
