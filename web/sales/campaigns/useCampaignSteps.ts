import { useQueryClient } from '@tanstack/react-query'
import { campaignPublish, type Campaign } from '#contract/sales/campaigns'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useIdempotentSend } from '../../platform/requests/useIdempotentSend.ts'
import { campaignRead } from './campaignReads.ts'

type WriteQueue = {
  enqueue: <T>(work: () => Promise<T>) => Promise<T>
  /** The revision that the unsaved changes are based on. */
  base: () => number
  setBase: (revision: number) => void
  applyAnswer: (answer: Campaign) => void
  setError: (error: unknown) => void
  save: () => Promise<boolean>
  discard: () => void
}

/** Writes of a campaign besides its fields, queued after pending saves. */
export function useCampaignSteps(campaign: Campaign, { enqueue, base, setBase, applyAnswer, setError, save, discard }: WriteQueue) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const { queryKey } = campaignRead(merchantId, campaign.id)
  const { send } = useIdempotentSend('campaignAct')

  const changeArticles = (work: () => Promise<{ revision: number }>) =>
    enqueue(async () => {
      const { revision } = await work()
      // A larger increment means that somebody else changed it too, which the next save must detect.
      if (revision <= base() + 1) setBase(revision)
      await client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: ['campaignArticleList'] })
      void client.invalidateQueries({ queryKey: ['campaignOverlaps'] })
      void client.invalidateQueries({ queryKey: ['campaignEstimate'] })
    })

  /** True when it was published; otherwise `error` has the missing fields or the conflict. */
  const publish = () =>
    enqueue(async () => {
      try {
        const params = { merchantId, campaignId: campaign.id }
        const sent = await send(campaignPublish, { params, body: { revision: base() } })
        if (!sent) return false
        if (sent.answer && !sent.isRecovered) applyAnswer(sent.answer)
        else await client.invalidateQueries({ queryKey })
        return true
      } catch (error) {
        setError(error)
        return false
      }
    })
  /** Resolves an edit conflict: reloads the campaign, then saves the own changes on top of it or discards them. */
  async function resolveConflict(keepMine: boolean): Promise<void> {
    try {
      const fresh = await client.fetchQuery({ ...campaignRead(merchantId, campaign.id), staleTime: 0 })
      if (!keepMine) discard()
      setBase(fresh.revision)
      setError(null)
    } catch (error) {
      return setError(error)
    }
    if (keepMine) await save()
  }
  return { changeArticles, publish, resolveConflict }
}
