import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignBulk, campaignDuplicate, type Campaign } from '#contract/sales/campaigns'
import type { AnswerOf, BodyInput } from '#contract/platform/endpoint'
import { campaignAllows, type CampaignState } from '#domain/sales/campaigns/campaign'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useShop } from '../../platform/requests/useShop.ts'
import { useSurely } from '../../platform/requests/useSurely.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { showToast } from '../../platform/shared/toasts.ts'
import { campaignRead } from './campaignReads.ts'
import { nameOf } from './campaignText.ts'

export type CampaignAct = BodyInput<typeof campaignBulk>['action']
/** In the order in which they are offered. */
export const campaignActs = ['publish', 'pause', 'resume', 'duplicate', 'finish', 'delete'] as const satisfies readonly CampaignAct[]
/** What was done to several: each campaign with why not. */
export type Outcome = { action: CampaignAct; results: { id: string; name: string; message: string | null }[] }

/** The verbs that a campaign in this state takes. */
export const actsOf = (status: CampaignState): CampaignAct[] => campaignActs.filter((act) => campaignAllows(status, act))

/** What cannot be taken back. */
export const isFinal = (act: CampaignAct): boolean => act === 'delete' || act === 'finish'

/** What cannot be taken back, or costs from then on, is asked about first. */
export const needsQuestion = (act: CampaignAct): boolean => isFinal(act) || act === 'publish'

/** The verbs on one campaign or several; what each came to is said, and everything on the screen is read again. */
export function useCampaignActs() {
  const { merchantId, flag } = useShop()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { surely } = useSurely('campaignAct')

  async function readAgain(campaigns: readonly Campaign[], act: CampaignAct) {
    const gone = act === 'delete'
    for (const { id } of campaigns) if (!gone) void client.invalidateQueries({ queryKey: campaignRead(merchantId, id).queryKey })
    await client.invalidateQueries({ queryKey: ['campaignList'] })
  }

  /** True when all of them took it. A failure on the way is said in a toast. */
  async function run(action: CampaignAct, campaigns: readonly Campaign[]): Promise<boolean> {
    if (busy || campaigns.length === 0) return false
    setBusy(true)
    setOutcome(null)
    try {
      const ids = campaigns.map(({ id }) => id)
      const seen = action === 'publish' && { revisions: campaigns.map(({ revision }) => revision) }
      const sent = await surely(campaignBulk, { params: { merchantId }, body: { action, ids, ...seen } })
      if (!sent?.answer) return false
      const told = namedResults(sent.answer.results, campaigns)
      setOutcome({ action, results: told })
      const done = told.filter(({ message }) => message === null).length
      if (done > 0) showToast(t(`campaigns.done.${action}`, { count: done }), { key: 'campaignAct' })
      return done === told.length
    } catch (error) {
      showToast(failureText(error), { key: 'campaignAct' })
      return false
    } finally {
      await readAgain(campaigns, action)
      setBusy(false)
    }
  }

  /** One campaign again as a draft, and to it. */
  async function duplicate(campaign: Campaign): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      const sent = await surely(campaignDuplicate, { params: { merchantId, campaignId: campaign.id }, body: undefined })
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
