import { useEffect, useRef, useState } from 'react'
import type { Campaign } from '#contract/sales/campaigns'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { typedFields, type TermField, type Terms, type Typed } from './campaignDraft.ts'
import { makeUnsavedChanges } from './unsavedChanges.ts'
import { useCampaignSteps } from './useCampaignSteps.ts'
import { useCampaignWrites } from './useCampaignWrites.ts'
import { useSaving } from '../../platform/requests/useSaving.ts'

const isStale = (error: unknown): boolean => isApiFailure(error) && error.type === 'CampaignStale'

/**
 * Unsaved changes of a campaign. A draft autosaves; a published one is saved explicitly. Writes are queued one after the
 * other and carry the base revision as optimistic lock, so that nobody's changes are overwritten; failed changes are kept.
 * A new campaign is created with its first change, then `onCreated` is called.
 */
export function useCampaignDraft(campaign: Campaign, onCreated: (created: Campaign) => void = () => {}) {
  const { storedId, base, setBase, applyAnswer, send } = useCampaignWrites(campaign, onCreated)
  const [typed, setTyped] = useState<Typed>({})
  const [unsaved] = useState(() => makeUnsavedChanges(setTyped))
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  /** Runs after the queued writes. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const next = queue.current.then(work)
    queue.current = next.catch(() => {})
    return next
  }
  /** True when everything is saved. A new campaign without changes is not stored. */
  const save = () =>
    enqueue(async () => {
      if (unsaved.isEmpty()) return true
      setSaving(true)
      setError(null)
      try {
        await unsaved.saveAll({ send })
        setSavedAt(serverNow().toISOString())
        return true
      } catch (failure) {
        setError(failure)
        return false
      } finally {
        setSaving(false)
      }
    })
  // New changes are based on the revision shown on the screen.
  useEffect(() => {
    if (unsaved.isEmpty()) setBase(campaign.revision)
    // oxlint-disable-next-line react/exhaustive-deps -- the revision alone
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
      unsaved.change(campaign, field, value)
    },
    save,
    storedId,
    ...useCampaignSteps(campaign, { enqueue, base, setBase, applyAnswer, setError, save, discard: () => unsaved.keep({}) }),
  }
}

export type CampaignDraft = ReturnType<typeof useCampaignDraft>
