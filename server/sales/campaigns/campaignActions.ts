import type { CampaignTerms } from '#domain/sales/campaigns/campaign'
import { isBudgetSpent } from '#domain/sales/campaigns/campaignBudget'
import { sentence } from '../../platform/calls/answer.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { changeCampaigns, deleteCampaigns } from '../lifecycle/changeCampaigns.ts'
import { lockCampaign, readCampaign, type StoredCampaign, whereCampaign } from './campaignRow.ts'
import { showCampaign } from './view.ts'
import { publishDraft, writeDraft, type ActionContext } from './write.ts'

/** The actions that can be applied in bulk. */
type CampaignBulkAction = 'delete' | 'pause' | 'resume' | 'finish' | 'duplicate'

/** Applies an action to one campaign, by its wire id; returns the id of the campaign to show. Refuses with CampaignNotAllowed before anything is written. */
async function applyAction(context: ActionContext, hex: string, action: CampaignBulkAction): Promise<string> {
  if (action === 'duplicate') return duplicateCampaign(context, hex)
  const { db, scope, now } = context
  const campaign = await lockCampaign(db, scope, hex, now, action)
  if (action === 'resume' && isBudgetSpent(campaign.budgetCents, campaign.spentCents))
    throw new Refusal('CampaignNotAllowed', { why: 'budget' })
  if (action === 'delete') await deleteCampaign(context, campaign)
  else await changeState(context, campaign, action)
  return campaign.id
}

const stateAfter = { pause: 'paused', resume: 'active', finish: 'finished' } as const

/** Operations with the campaign keep their terms (docs/domain.md#campaigns). Finishing a campaign by hand sets its end to now. */
async function changeState(
  { db, scope, now, caller, audit }: ActionContext,
  campaign: StoredCampaign,
  action: keyof typeof stateAfter,
): Promise<void> {
  const status = stateAfter[action]
  const more: Sql = action === 'finish' ? sql`ends_at = ${now}, ` : action === 'resume' ? sql`budget_spent_at = null, ` : sql``
  await changeCampaigns(db, scope, {
    where: whereCampaign(scope, campaign.id),
    becomes: { status, at: sql`n.changed_at` },
    set: sql`${more}revision = c.revision + 1, changed_at = ${now}, changed_by = ${caller.userId}`,
  })
  const finishes = action === 'finish'
  audit({
    entity: 'campaign',
    entityId: campaign.id,
    before: { state: campaign.state, ...(finishes && { endsAt: campaign.endsAt }) },
    after: { state: status, ...(finishes && { endsAt: now }) },
  })
}

async function deleteCampaign({ db, scope, audit }: ActionContext, { id, state, name }: StoredCampaign): Promise<void> {
  await deleteCampaigns(db, scope, whereCampaign(scope, id))
  audit({ entity: 'campaign', entityId: id, before: { state, name } })
}

/** A draft with the same conditions and articles; dates in the past are cleared. */
async function duplicateCampaign({ db, scope, now, caller, audit }: ActionContext, hex: string): Promise<string> {
  const original = await readCampaign(db, scope, hex, now)
  const terms: CampaignTerms = {
    name: text('campaigns.server.copyOf', { name: original.name }).slice(0, 80),
    scope: original.scope,
    startsAt: original.startsAt !== null && original.startsAt > now ? original.startsAt : null,
    endsAt: original.endsAt !== null && original.endsAt > now ? original.endsAt : null,
    consumerTin: original.consumerTin,
    numInstalments: original.numInstalments,
    minOrderCents: original.minOrderCents,
    maxOrderCents: original.maxOrderCents,
    waitingMonths: original.waitingMonths,
    channels: original.channels,
    audienceId: original.audienceId,
    budgetCents: original.budgetCents,
  }
  const id = writeDraft(db, scope, { terms, userId: caller.userId, now })
  await db.run(sql`insert into campaign_articles (merchant_id, mode, campaign_id, article_id, name, url, description, image_url, id_key, name_key, added_at)
    select a.merchant_id, a.mode, ${id}, a.article_id, a.name, a.url, a.description, a.image_url, a.id_key, a.name_key, ${now} from campaign_articles a
    where ${inScope(scope, 'a')} and a.campaign_id = ${original.id}`)
  audit({ entity: 'campaign', entityId: id, after: { copyOf: original.id } })
  return id
}

/** Applies an action to the campaign in the path and answers with the resulting campaign. */
const handlerOf = (action: Exclude<CampaignBulkAction, 'delete'>) => async (call: ActionContext & { params: { campaignId: string } }) =>
  showCampaign(call.db, call.scope, hexOf(await applyAction(call, call.params.campaignId, action)), call.now)

/** Pauses a campaign; operations that have it keep it (docs/domain.md#campaigns). */
export const campaignPause: Handler<'campaignPause'> = handlerOf('pause')

/** Resumes a paused campaign before its end. */
export const campaignResume: Handler<'campaignResume'> = handlerOf('resume')

/** Finishes a campaign now, permanently. */
export const campaignFinish: Handler<'campaignFinish'> = handlerOf('finish')

/** Creates a draft with the same conditions and articles. */
export const campaignDuplicate: Handler<'campaignDuplicate'> = handlerOf('duplicate')

/** Deletes a draft or a scheduled campaign; all others are finished instead (docs/domain.md#campaigns). */
export const campaignDelete: Handler<'campaignDelete'> = async (call) => {
  await applyAction(call, call.params.campaignId, 'delete')
  return undefined
}

/**
 * Applies an action to several campaigns; each has its own outcome, and a failure does not affect the others. Drafts are published as the caller saw them: a
 * missing revision refuses with ApiValidationException.
 */
export const campaignBulk: Handler<'campaignBulk'> = async (call) => {
  const { action, ids, revisions = [] } = call.body
  if (action === 'publish' && revisions.length !== ids.length)
    throw new Refusal('ApiValidationException', {
      fields: [{ name: 'revisions', code: 'required', message: text('errors.field.required') }],
    })
  const revisionSeen = new Map(ids.map((id, index) => [id, revisions[index] ?? 0]))
  const outcomes = new Map<string, string | null>()
  // In order of id, to avoid deadlocks between two of these.
  for (const [id, revision] of [...revisionSeen].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    outcomes.set(id, await outcomeOf(() => (action === 'publish' ? publishDraft(call, id, revision) : applyAction(call, id, action))))
  return {
    results: [...revisionSeen.keys()].map((id) => {
      const message = outcomes.get(id) ?? null
      return { id, done: message === null, message }
    }),
  }
}

/** Null: done. A refusal comes before anything is written, so the results of the others stand. */
async function outcomeOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const gaps = error.type === 'ApiValidationException' && Array.isArray(error.fields) ? error.fields : []
    return gaps.length > 0 ? gaps.map(({ message }) => message).join(' ') : sentence(error)
  }
}
