import type { FieldProblem } from '#contract/platform/errors'
import { pick } from '#domain/platform/pick'
import { blankCampaign, type CampaignField, type CampaignTerms, endGap, isCampaignFieldOpen } from '#domain/sales/campaigns/campaign'
import { isBudgetSpent } from '#domain/sales/campaigns/campaignBudget'
import { formatEuros } from '#domain/platform/money'
import type { Handler, Change } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { changeCampaigns } from '../lifecycle/changeCampaigns.ts'
import {
  type CampaignOffer,
  gapProblem,
  gapsOf,
  lockCampaign,
  readCampaignOffer,
  type StoredCampaign,
  whereCampaign,
} from './campaignRow.ts'
import { requestedTerms, assertAudience, changedFields, lockLimitingAudience, slugOf, termColumns, termValues } from './terms.ts'
import { showCampaign } from './view.ts'

/** The caller's context, for one campaign or several. */
export type ActionContext = { db: Connection; scope: Scope; now: Date; caller: { userId: string | null }; audit: (change: Change) => void }

/** Creates a draft; any field may be missing. */
export const campaignCreate: Handler<'campaignCreate'> = async ({ db, scope, body, caller, now, audit }) => {
  const terms = requestedTerms(body, blankCampaign)
  await assertAudience(db, scope, caller.role, { before: blankCampaign, after: terms })
  const id = writeDraft(db, scope, { terms, userId: caller.userId, now })
  audit({ entity: 'campaign', entityId: id, after: pick(terms, ['name', 'scope', 'consumerTin']) })
  return showCampaign(db, scope, hexOf(id), now)
}

/** Inserts a new draft; returns its id. */
export function writeDraft(db: Connection, scope: Scope, draft: { terms: CampaignTerms; userId: string | null; now: Date }): string {
  const { terms, userId, now } = draft
  const id = newId(now)
  db.send(sql`insert into campaigns (merchant_id, mode, id, ${termColumns}, created_at, created_by, changed_at, changed_by)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${termValues(terms, slugOf(terms.name, id))}, ${now}, ${userId}, ${now}, ${userId})`)
  return id
}

/**
 * Changes a campaign. Refuses with CampaignStale, naming the other person, a change based on an older revision; with CampaignNotAllowed a field that its
 * state does not allow to change; with ApiValidationException what would make a published one invalid. All or nothing.
 */
export const campaignUpdate: Handler<'campaignUpdate'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const before = await lockCampaign(db, scope, params.campaignId, now, 'update')
  const after = requestedTerms(body, before)
  const changed = changedFields(before, after)
  // Also a repeated save, whose first answer may have been lost.
  if (changed.length === 0) return showCampaign(db, scope, params.campaignId, now)
  assertFresh(before, body.revision)
  if (!changed.every((field) => isCampaignFieldOpen(before.state, field))) throw new Refusal('CampaignNotAllowed', { why: 'running' })
  await assertAudience(db, scope, caller.role, { before, after })
  const audience = await lockLimitingAudience(db, scope, after.audienceId)
  const problems = problemsOf({ ...before, audience }, after, changed, await readCampaignOffer(db, scope, now), now)
  if (problems.length > 0) throw new Refusal('ApiValidationException', { fields: problems })
  const slug = before.state === 'draft' ? slugOf(after.name, before.id) : before.slug
  const endMoved = changed.includes('endsAt')
  await changeCampaigns(db, scope, {
    where: whereCampaign(scope, before.id),
    set: sql`(${termColumns}, ending_told_at) = (select ${termValues(after, slug)}, case when ${endMoved} then null else c.ending_told_at end),
      revision = c.revision + 1, changed_at = ${now}, changed_by = ${caller.userId}`,
  })
  audit({ entity: 'campaign', entityId: before.id, before: pick(before, changed), after: pick(after, changed) })
  return showCampaign(db, scope, params.campaignId, now)
}

/** Refuses with CampaignStale unless the caller has seen the current revision. */
function assertFresh({ revision, changedBy }: StoredCampaign, seen: number, why?: 'publish'): void {
  const values = { who: changedBy ?? text('campaigns.server.somebody') }
  if (seen !== revision) throw new Refusal('CampaignStale', { values, ...(why && { why }) })
}

/** A draft may have gaps; a scheduled one must stay complete; in an active one, the changed fields must be valid. */
function problemsOf(
  { state, articleCount, spentCents, audience }: StoredCampaign,
  after: CampaignTerms,
  changed: readonly CampaignField[],
  offer: CampaignOffer,
  now: Date,
): FieldProblem[] {
  if (state === 'draft') return []
  if (state === 'scheduled') return gapsOf({ ...after, articleCount, audience }, offer, now)
  const end = changed.includes('endsAt') && endGap(after, now)
  const budget = state === 'active' && changed.includes('budgetCents') && isBudgetSpent(after.budgetCents, spentCents)
  return [
    ...(after.name === '' ? [gapProblem('name', 'required', offer)] : []),
    ...(end ? [gapProblem(end.field, end.code, offer)] : []),
    ...(budget
      ? [
          {
            name: 'budget_amount',
            code: 'below_spent',
            message: text('campaigns.server.gap.budget_amount.below_spent', { spent: formatEuros(spentCents) }),
          },
        ]
      : []),
  ]
}

/**
 * Publishes a draft: it is active from its start, or immediately when that has passed. Refuses with ApiValidationException and every gap at once, and with
 * CampaignStale when it differs from what the caller saw, before anything is written.
 */
export async function publishDraft({ db, scope, caller, now, audit }: ActionContext, hex: string, revision: number): Promise<void> {
  const campaign = await lockCampaign(db, scope, hex, now, 'publish')
  assertFresh(campaign, revision, 'publish')
  const audience = await lockLimitingAudience(db, scope, campaign.audienceId)
  const fields = gapsOf({ ...campaign, audience }, await readCampaignOffer(db, scope, now), now)
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  const status = campaign.startsAt !== null && campaign.startsAt <= now ? 'active' : 'scheduled'
  await changeCampaigns(db, scope, {
    where: whereCampaign(scope, campaign.id),
    becomes: { status, at: sql`n.changed_at` },
    set: sql`revision = c.revision + 1, changed_at = ${now}, changed_by = ${caller.userId}`,
  })
  const { name, scope: reach, startsAt, endsAt, consumerTin, numInstalments } = campaign
  const after = { state: status, name, scope: reach, startsAt, endsAt, consumerTin, numInstalments }
  audit({ entity: 'campaign', entityId: campaign.id, before: { state: 'draft' }, after })
}

/** Publishes one draft and answers with it. */
export const campaignPublish: Handler<'campaignPublish'> = async (call) => {
  const { db, scope, params, body, now } = call
  await publishDraft(call, params.campaignId, body.revision)
  return showCampaign(db, scope, params.campaignId, now)
}
