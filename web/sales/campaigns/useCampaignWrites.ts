import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { campaignCreate, campaignUpdate, type Campaign } from '#contract/sales/campaigns'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import type { Typed } from './campaignDraft.ts'
import { campaignRead } from './campaignReads.ts'

/** Whether nothing was written for certain, so that the next attempt is another request. */
const isRefused = (error: unknown): boolean => isApiFailure(error) && error.status > 0 && error.status < 500 && !error.outcomeUnknown

/** Writes the fields of a campaign with its revision as optimistic lock, and creates a new one. */
export function useCampaignWrites(campaign: Campaign, onCreated: (made: Campaign) => void) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const id = useRef(campaign.id)
  const base = useRef(campaign.revision)
  const creation = useRef<{ key: string; sent: Typed } | null>(null)

  function setBase(revision: number) {
    base.current = revision
  }
  function applyAnswer(answer: Campaign) {
    id.current = answer.id
    setBase(answer.revision)
    client.setQueryData(campaignRead(merchantId, answer.id).queryKey, answer)
    void client.invalidateQueries({ queryKey: ['campaignList'] })
    void client.invalidateQueries({ queryKey: ['campaignOverlaps'] })
  }
  /** Creates the campaign and returns what was sent. After a lost response the same request is repeated, so that there is one draft. */
  async function create(typed: Typed): Promise<Typed> {
    creation.current ??= { key: newKey(), sent: typed }
    const { key, sent } = creation.current
    try {
      const { name, interest } = campaign
      const made = await write(campaignCreate, { params: { merchantId }, body: { name, interest, ...sent }, key })
      applyAnswer(made)
      onCreated(made)
      return sent
    } catch (failure) {
      if (isRefused(failure)) creation.current = null
      throw failure
    }
  }
  async function update(typed: Typed): Promise<Typed> {
    const params = { merchantId, campaignId: id.current }
    applyAnswer(await write(campaignUpdate, { params, body: { ...typed, revision: base.current } }))
    return typed
  }
  return { storedId: () => id.current, base: () => base.current, setBase, applyAnswer, create, update }
}
