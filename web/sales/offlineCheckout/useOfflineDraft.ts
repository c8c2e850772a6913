import { useCallback, useEffect, useRef, useState } from 'react'
import { checkoutOfflineCopy } from '#contract/sales/offlineCheckout'
import { load } from '../../platform/api/load.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { keepDraft, readDraft, removeDraft } from '../../platform/session/drafts.ts'
import { isBegun, newOfflineDraft, readOfflineDraft, type OfflineDraft } from './offlineDraft.ts'
import { draftOf } from './requestOf.ts'

/** Its key in session storage. */
export const nameOf = (replaces: string | null) => (replaces === null ? 'offlineCheckout' : `offlineCheckout:${replaces}`)

type DraftState = {
  draft: OfflineDraft
  change: (content: Partial<OfflineDraft>) => void
  keep: (next: OfflineDraft) => void
  forget: () => void
  /** True while the request of the link to replace is loading. */
  filling: boolean
}

/**
 * The draft sale, kept in session storage: it survives a reload, a new sign-in and maintenance, and is deleted on sign-out. With
 * `replaces` it starts from that link's request.
 */
export function useOfflineDraft(replaces: string | null): DraftState {
  const { merchantId } = useMerchant()
  const name = nameOf(replaces)
  const [stored] = useState(() => readOfflineDraft(readDraft(name)))
  const [draft, setDraft] = useState<OfflineDraft>(() => stored ?? newOfflineDraft())
  const [filling, setFilling] = useState(replaces !== null && stored === null)
  // Two changes before the next render, such as a scanner's, must both be kept.
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
      .then((copied) => {
        // Anything typed while it was loading is kept.
        const { amount } = latest.current
        const filled = draftOf(copied, t('offlineCheckout.concept'))
        keep(amount === null ? { ...filled, amount } : { ...filled, amount, byLines: false })
      })
      .catch(() => {}) // the amount can still be typed
      .finally(() => !control.signal.aborted && setFilling(false))
    return () => control.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- read once per link
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
