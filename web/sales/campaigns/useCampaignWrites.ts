import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { campaignCreate, campaignUpdate, type Campaign } from '#contract/sales/campaigns'
import { requestMode } from '../../platform/api/requestMode.ts'
import { write } from '../../platform/api/write.ts'
import { newerOf } from '../../platform/requests/newerOf.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import type { Typed } from './campaignDraft.ts'
import { campaignRead } from './campaignReads.ts'

/** Writes the fields of a campaign with its revision as optimistic lock, and creates a new one. */
export function useCampaignWrites(campaign: Campaign, onCreated: (created: Campaign) => void) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  // The mode in which the editor was opened: the last changes may be saved after a switch to the other one.
  const [mode] = useState(requestMode)
  const id = useRef(campaign.id)
  const base = useRef(campaign.revision)

  function setBase(revision: number) {
    base.current = revision
  }
  function applyAnswer(answer: Campaign) {
    id.current = answer.id
    setBase(answer.revision)
    client.setQueryData(campaignRead(merchantId, answer.id, mode).queryKey, (known) => newerOf(known, answer))
    void client.invalidateQueries({ queryKey: ['campaignList'] })
    void client.invalidateQueries({ queryKey: ['campaignOverlaps'] })
  }
  async function create(sent: Typed, key: string): Promise<void> {
    const { name, interest } = campaign
    const created = await write(campaignCreate, { params: { merchantId }, body: { name, interest, ...sent }, key, mode })
    applyAnswer(created)
    onCreated(created)
  }
  async function update(sent: Typed, key: string): Promise<void> {
    const params = { merchantId, campaignId: id.current }
    applyAnswer(await write(campaignUpdate, { params, body: { ...sent, revision: base.current }, key, mode }))
  }
  const send = (sent: Typed, key: string) => (id.current === '' ? create(sent, key) : update(sent, key))
  return { storedId: () => id.current, base: () => base.current, setBase, applyAnswer, send }
}
