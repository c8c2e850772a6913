import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { campaignCreate, campaignUpdate, type Campaign } from '#contract/sales/campaigns'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { typedFields, withField, withoutSent, type TermField, type Terms, type Typed } from './campaignDraft.ts'
import { campaignRead } from './campaignReads.ts'
import { useCampaignSteps } from './useCampaignSteps.ts'
import { useSaving } from '../../platform/requests/useSaving.ts'

const isStale = (error: unknown): boolean => isApiFailure(error) && error.type === 'CampaignStale'

/** Whether nothing was written for certain, so that the next attempt is another request. */
const isRefused = (error: unknown): boolean => isApiFailure(error) && error.status > 0 && error.status < 500 && !error.outcomeUnknown

/**
 * Unsaved changes of a campaign. A draft autosaves; a published one is saved explicitly. Writes are queued one after the
 * other and carry the base revision as optimistic lock, so that nobody's changes are overwritten; failed changes are kept.
 * A new campaign is created with its first change, then `onCreated` is called.
 */
export function useCampaignDraft(campaign: Campaign, onCreated: (made: Campaign) => void = () => {}) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const [typed, setTyped] = useState<Typed>({})
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const latest = useRef(typed)
  const id = useRef(campaign.id)
  const base = useRef(campaign.revision)
  const creation = useRef<{ key: string; sent: Typed } | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  function keep(next: Typed) {
    latest.current = next
    setTyped(next)
  }
  /** Runs after the queued writes. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const next = queue.current.then(work)
    queue.current = next.catch(() => {})
    return next
  }
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
  async function create(): Promise<Typed> {
    creation.current ??= { key: newKey(), sent: latest.current }
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
  async function update(): Promise<Typed> {
    const sent = latest.current
    const params = { merchantId, campaignId: id.current }
    applyAnswer(await write(campaignUpdate, { params, body: { ...sent, revision: base.current } }))
    return sent
  }
  /** The campaign's id once everything is saved, empty while there is nothing to store, or null. With `whole`, one without changes is created too. */
  const store = (whole: boolean): Promise<string | null> =>
    enqueue(async () => {
      const isNew = id.current === ''
      if (typedFields(latest.current).length === 0 && !(whole && isNew)) return id.current
      setSaving(true)
      setError(null)
      try {
        const sent = isNew ? await create() : await update()
        keep(withoutSent(latest.current, sent))
        setSavedAt(serverNow().toISOString())
        return id.current
      } catch (failure) {
        setError(failure)
        return null
      } finally {
        setSaving(false)
      }
    })
  const save = async () => (await store(false)) !== null
  // New changes are based on the revision shown on the screen.
  useEffect(() => {
    if (typedFields(latest.current).length === 0) base.current = campaign.revision
  }, [campaign.revision])
  const dirty = typedFields(typed).length > 0
  const ready = campaign.isDraft && dirty && error === null
  useSaving({ words: ready ? JSON.stringify(typed) : null, ready, unsaved: dirty, save })

  return {
    campaign,
    /** The saved fields with the unsaved changes applied. */
    terms: { ...campaign, ...typed },
    typed,
    dirty,
    saving,
    savedAt,
    error,
    stale: isStale(error),
    change<Field extends TermField>(field: Field, value: Terms[Field]) {
      if (!isStale(error)) setError(null)
      // While saving, even a value equal to the saved one is kept, because the write in flight may differ.
      keep(saving ? { ...latest.current, [field]: value } : withField(latest.current, campaign, field, value))
    },
    save,
    storeWhole: () => store(true),
    ...useCampaignSteps(campaign, { enqueue, base: () => base.current, setBase, applyAnswer, setError, save, discard: () => keep({}) }),
  }
}

export type CampaignDraft = ReturnType<typeof useCampaignDraft>
