import { useCallback, useEffect, useRef, useState } from 'react'
import { checkoutOfflineCopy } from '#contract/sales/offlineCheckout'
import { load } from '../../platform/api/load.ts'
import { t } from '../../platform/i18n/t.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { keepDraft, readDraft, removeDraft } from '../../platform/session/drafts.ts'
import { isBegun, newOfflineDraft, readOfflineDraft, type OfflineDraft } from './offlineDraft.ts'
import { draftOf } from './requestOf.ts'

/** Its name among what the tab keeps. */
export const nameOf = (replaces: string | null) => (replaces === null ? 'offlineCheckout' : `offlineCheckout:${replaces}`)

export type DraftState = {
  draft: OfflineDraft
  change: (content: Partial<OfflineDraft>) => void
  keep: (next: OfflineDraft) => void
  forget: () => void
  /** True while the link that is to be replaced is still being read. */
  filling: boolean
}

/**
 * The sale as it is written, kept in this tab: it survives a reload, a new sign-in and maintenance, and goes with signing out. With
 * `replaces` it starts from what that link asked for.
 */
export function useOfflineDraft(replaces: string | null): DraftState {
  const { merchantId } = useShop()
  const name = nameOf(replaces)
  const [stored] = useState(() => readOfflineDraft(readDraft(name)))
  const [draft, setDraft] = useState<OfflineDraft>(() => stored ?? newOfflineDraft())
  const [filling, setFilling] = useState(replaces !== null && stored === null)
  // Two changes before the next drawing, such as a scanner's, must both be kept.
  const latest = useRef(draft)
  const keep = useCallback(
    (next: OfflineDraft) => {
      latest.current = next
      if (isBegun(next)) keepDraft(name, next)
      else removeDraft(name)
      setDraft(next)
    },
    [name],
  )
  useEffect(() => {
    if (!filling || replaces === null) return
    const control = new AbortController()
    void load(checkoutOfflineCopy, { params: { merchantId, orderUuid: replaces }, signal: control.signal })
      .then((asked) => {
        // What was typed while it was being read stands.
        const { amount } = latest.current
        const filled = draftOf(asked, t('offlineCheckout.concept'))
        keep(amount === null ? { ...filled, amount } : { ...filled, amount, byLines: false })
      })
      .catch(() => {}) // the amount can be typed all the same
      .finally(() => !control.signal.aborted && setFilling(false))
    return () => control.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- read once for one link
  }, [replaces])
  return {
    draft,
    keep,
    change: (content) => keep({ ...latest.current, ...content }),
    forget: () => {
      removeDraft(name)
      latest.current = newOfflineDraft()
      setDraft(latest.current)
    },
    filling,
  }
}
