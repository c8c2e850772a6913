import { endGap, isCampaignFieldOpen, type CampaignField, type CampaignTerms } from '#domain/sales/campaigns/campaign'
import { isBudgetSpent } from '#domain/sales/campaigns/campaignBudget'
import { formatEuros } from '#domain/platform/money'
import type { FieldProblem } from '#contract/platform/errors'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { assertAudience, limitOf } from './campaignAudience.ts'
import { lockCampaign, thisCampaign, type StoredCampaign } from './campaignRow.ts'
import { gapProblem, gapsOf, readCampaignOffer, type CampaignOffer } from './gaps.ts'
import { showCampaign } from './view.ts'
import { askedTerms, changedFields, pick, slugOf, termColumns, termValues } from './writeTerms.ts'

/**
 * Changes a campaign. Refuses with CampaignStale, naming who, what was decided on an older one; with CampaignNotAllowed a field that its state
 * keeps as it is; with ApiValidationException what would make a published one unfit. Nothing is half changed.
 */
export const campaignUpdate: Handler<'campaignUpdate'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const before = await lockCampaign(db, scope, params.campaignId, now, 'update')
  assertFresh(before, body.revision)
  const after = askedTerms(body, before)
  const changed = changedFields(before, after)
  if (changed.length === 0) return showCampaign(db, scope, params.campaignId, now)
  if (!changed.every((field) => isCampaignFieldOpen(before.state, field))) throw new Refusal('CampaignNotAllowed', { why: 'running' })
  await assertAudience(db, scope, caller.role, { before, after })
  const audience = await limitOf(db, scope, after.audienceId)
  const problems = problemsOf({ ...before, audience }, after, changed, await readCampaignOffer(db, scope), now)
  if (problems.length > 0) throw new Refusal('ApiValidationException', { fields: problems })
  const slug = before.state === 'draft' ? slugOf(after.name, before.id) : before.slug
  const endMoved = changed.includes('endsAt')
  await db.run(sql`update campaigns c set (${termColumns}, ending_told_at) = (select ${termValues(after, slug)}, case when ${endMoved} then null else c.ending_told_at end),
      revision = c.revision + 1, changed_at = ${now}, changed_by = ${caller.userId} where ${thisCampaign(scope, before.id)}`)
  audit({ entity: 'campaign', entityId: before.id, before: pick(before, changed), after: pick(after, changed) })
  return showCampaign(db, scope, params.campaignId, now)
}

/** Refuses with CampaignStale unless the caller has seen the campaign as it is. */
export function assertFresh({ revision, changedBy }: StoredCampaign, seen: number, why?: 'publish'): void {
  const values = { who: changedBy ?? text('campaigns.server.somebody') }
  if (seen !== revision) throw new Refusal('CampaignStale', { values, ...(why && { why }) })
}

/** A draft may be as it likes; one that waits must stay whole; of one that runs, what changed must be right. */
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
