import { useQueryClient } from '@tanstack/react-query'
import { campaignPublish, type Campaign } from '#contract/sales/campaigns'
import { useShop } from '../../platform/requests/useShop.ts'
import { useSurely } from '../../platform/requests/useSurely.ts'
import { campaignRead } from './campaignReads.ts'

type Turn = {
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** The revision that what is typed was decided on. */
  base: () => number
  setBase: (revision: number) => void
  take: (answer: Campaign) => void
  setError: (error: unknown) => void
  save: () => Promise<boolean>
  letGo: () => void
}

/** What happens to a campaign besides its fields, each after whatever is being saved. */
export function useCampaignSteps(campaign: Campaign, { inTurn, base, setBase, take, setError, save, letGo }: Turn) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const { queryKey } = campaignRead(merchantId, campaign.id)
  const { surely } = useSurely('campaignAct')

  const changeArticles = (work: () => Promise<{ revision: number }>) =>
    inTurn(async () => {
      const { revision } = await work()
      // More than one step: somebody else was there too, and the next save shall hear of it.
      if (revision <= base() + 1) setBase(revision)
      await client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: ['campaignArticleList'] })
      void client.invalidateQueries({ queryKey: ['campaignOverlaps'] })
      void client.invalidateQueries({ queryKey: ['campaignEstimate'] })
    })

  /** True when it was published; what it lacks, or who was faster, is then in `error`. */
  const publish = () =>
    inTurn(async () => {
      try {
        const params = { merchantId, campaignId: campaign.id }
        const sent = await surely(campaignPublish, { params, body: { revision: base() } })
        if (!sent) return false
        if (sent.answer && !sent.found) take(sent.answer)
        else await client.invalidateQueries({ queryKey })
        return true
      } catch (error) {
        setError(error)
        return false
      }
    })
  /** After somebody else was faster: the campaign as it is now; what is typed here is saved on top of it, or let go. */
  async function settle(keepsMine: boolean): Promise<void> {
    try {
      const fresh = await client.fetchQuery({ ...campaignRead(merchantId, campaign.id), staleTime: 0 })
      if (!keepsMine) letGo()
      setBase(fresh.revision)
      setError(null)
    } catch (error) {
      return setError(error)
    }
    if (keepsMine) await save()
  }
  return { changeArticles, publish, settle }
}
