import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignBulk, campaignDuplicate, type Campaign } from '#contract/sales/campaigns'
import type { AnswerOf, BodyInput } from '#contract/platform/endpoint'
import { campaignAllows, type CampaignState } from '#domain/sales/campaigns/campaign'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useIdempotentSend } from '../../platform/requests/useIdempotentSend.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { campaignRead } from './campaignReads.ts'
import { nameOf } from './campaignText.ts'

export type CampaignAction = BodyInput<typeof campaignBulk>['action']
/** Actions in display order. */
export const campaignActions = ['publish', 'pause', 'resume', 'duplicate', 'finish', 'delete'] as const satisfies readonly CampaignAction[]
/** Outcome of an action by campaign; `message` is the reason of a refusal. */
export type Outcome = { action: CampaignAction; results: { id: string; name: string; message: string | null }[] }

/** The actions that a status allows. */
export const actionsOf = (status: CampaignState): CampaignAction[] => campaignActions.filter((action) => campaignAllows(status, action))

/** Whether an action is irreversible. */
export const isFinal = (action: CampaignAction): boolean => action === 'delete' || action === 'finish'

/** Whether an action needs confirmation: irreversible, or it starts to cost money. */
export const needsConfirmation = (action: CampaignAction): boolean => isFinal(action) || action === 'publish'

/** Runs actions on one or several campaigns, reports each outcome and refetches the screen's data. */
export function useCampaignActions() {
  const { merchantId, flag } = useMerchant()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { send } = useIdempotentSend('campaignAct')

  async function refetch(campaigns: readonly Campaign[], action: CampaignAction) {
    const deleted = action === 'delete'
    for (const { id } of campaigns) if (!deleted) void client.invalidateQueries({ queryKey: campaignRead(merchantId, id).queryKey })
    await client.invalidateQueries({ queryKey: ['campaignList'] })
  }

  /** True when it succeeded on all of them. A request failure is shown in a toast. */
  async function run(action: CampaignAction, campaigns: readonly Campaign[]): Promise<boolean> {
    if (busy || campaigns.length === 0) return false
    setBusy(true)
    setOutcome(null)
    try {
      const ids = campaigns.map(({ id }) => id)
      const seen = action === 'publish' && { revisions: campaigns.map(({ revision }) => revision) }
      const sent = await send(campaignBulk, { params: { merchantId }, body: { action, ids, ...seen } })
      if (!sent?.answer) return false
      const results = namedResults(sent.answer.results, campaigns)
      setOutcome({ action, results })
      const done = results.filter(({ message }) => message === null).length
      if (done > 0) showToast(t(`campaigns.done.${action}`, { count: done }), { key: 'campaignAct' })
      return done === results.length
    } catch (error) {
      showToast(failureText(error), { key: 'campaignAct' })
      return false
    } finally {
      await refetch(campaigns, action)
      setBusy(false)
    }
  }

  /** Duplicates a campaign as a draft and opens it. */
  async function duplicate(campaign: Campaign): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      const sent = await send(campaignDuplicate, { params: { merchantId, campaignId: campaign.id }, body: undefined })
      if (!sent?.answer) return
      const copy = sent.answer
      await client.invalidateQueries({ queryKey: ['campaignList'] })
      showToast(t('campaigns.done.duplicate', { count: 1 }), { key: 'campaignAct' })
      go(paths.campaign(merchantId, copy.id, flag))
    } catch (error) {
      showToast(failureText(error), { key: 'campaignAct' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, outcome, forget: () => setOutcome(null), run, duplicate }
}

function namedResults(results: AnswerOf<typeof campaignBulk>['results'], campaigns: readonly Campaign[]): Outcome['results'] {
  const names = new Map(campaigns.map((campaign) => [campaign.id, nameOf(campaign)]))
  return results.map(({ id, message }) => ({ id, name: names.get(id) ?? '', message }))
}
