import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { campaignUpdate, type Campaign } from '#contract/sales/campaigns'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { typedFields, withField, withoutSent, type TermField, type Terms, type Typed } from './campaignDraft.ts'
import { campaignRead } from './campaignReads.ts'
import { useCampaignSteps } from './useCampaignSteps.ts'
import { useSaving } from '../../platform/requests/useSaving.ts'

const isStale = (error: unknown): boolean => isApiFailure(error) && error.type === 'CampaignStale'

/**
 * What is typed over a campaign. A draft saves itself, a published one when told to. Everything that changes the campaign goes one after the
 * other and says which revision it was decided on, so that nobody's words are written over unseen; words that could not be saved stay.
 */
export function useCampaignDraft(campaign: Campaign) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [typed, setTyped] = useState<Typed>({})
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const latest = useRef(typed)
  const base = useRef(campaign.revision)
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  function keep(next: Typed) {
    latest.current = next
    setTyped(next)
  }
  /** Runs after what runs now. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.current.then(work)
    turn.current = next.catch(() => {})
    return next
  }
  function setBase(revision: number) {
    base.current = revision
  }
  function take(answer: Campaign) {
    setBase(answer.revision)
    client.setQueryData(campaignRead(merchantId, campaign.id).queryKey, answer)
    void client.invalidateQueries({ queryKey: ['campaignList'] })
    void client.invalidateQueries({ queryKey: ['campaignOverlaps'] })
  }
  /** True when nothing is left to save. */
  const save = () =>
    inTurn(async () => {
      const sent = latest.current
      if (typedFields(sent).length === 0) return true
      setSaving(true)
      setError(null)
      try {
        const params = { merchantId, campaignId: campaign.id }
        take(await write(campaignUpdate, { params, body: { ...sent, revision: base.current } }))
        keep(withoutSent(latest.current, sent))
        setSavedAt(serverNow().toISOString())
        return true
      } catch (failure) {
        setError(failure)
        return false
      } finally {
        setSaving(false)
      }
    })
  // What is going to be decided is decided on the campaign as it is on the screen.
  useEffect(() => {
    if (typedFields(latest.current).length === 0) base.current = campaign.revision
  }, [campaign.revision])
  const dirty = typedFields(typed).length > 0
  const ready = campaign.isDraft && dirty && error === null
  useSaving({ words: ready ? JSON.stringify(typed) : null, ready, unsaved: dirty, save })

  return {
    campaign,
    /** As typed, over what is saved. */
    terms: { ...campaign, ...typed },
    typed,
    dirty,
    saving,
    savedAt,
    error,
    stale: isStale(error),
    change<Field extends TermField>(field: Field, value: Terms[Field]) {
      if (!isStale(error)) setError(null)
      // What is on its way may be the opposite: then the last word goes too.
      keep(saving ? { ...latest.current, [field]: value } : withField(latest.current, campaign, field, value))
    },
    save,
    ...useCampaignSteps(campaign, { inTurn, base: () => base.current, setBase, take, setError, save, letGo: () => keep({}) }),
  }
}

export type CampaignDraft = ReturnType<typeof useCampaignDraft>
