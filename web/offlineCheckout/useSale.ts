import { useCallback, useMemo, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import { checkoutOfflineCreate } from '#contract/offlineCheckout'
import { isApiFailure, leavesOpen, type ApiFailure } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { useNow } from '../operation/useNow.ts'
import { useShop } from '../operation/useShop.ts'
import { useTerms } from '../simulator/useTerms.ts'
import { lookAtSale } from './lookAtSale.ts'
import { draftAmount, type OfflineDraft } from './offlineDraft.ts'
import { requestOf } from './requestOf.ts'
import { useOfflineDraft } from './useOfflineDraft.ts'

export type MadeLink = AnswerOf<typeof checkoutOfflineCreate>
/** Where a sale stands: being written, on its way, without an answer (sending it again is safe), refused, or like one of a moment ago. */
export type SalePhase =
  | { name: 'writing' }
  | { name: 'sending' }
  | { name: 'unknown'; error: unknown }
  | { name: 'refused'; error: unknown }
  | { name: 'duplicated'; error: ApiFailure }

type SaleContent = Partial<OfflineDraft>
type SendOptions = { content?: SaleContent; allowDuplicate?: boolean }
type SaleOptions = {
  replaces: string | null
  /** What the page's own button sends, whatever the draft says of it. */
  by: SaleContent
  onMade: (made: MadeLink) => void
}

/** Refused as like one of a moment ago, which the answer names; the other duplicates cannot be sent again. */
const isRecent = (error: ApiFailure) => error.type === 'DuplicatedOrder' && error.unknownEntity !== null

/** What shows the link is fetched while its sale is on its way. */
function fetchNext(): void {
  for (const part of [import('./LinkView.tsx'), import('../ui/QrCode.tsx')]) void part.catch(() => {}) // fetched again when it is shown
}

/** A sale from its first figure to its link: what is written, what it costs, what is wrong with it, and its sending, once. */
export function useSale({ replaces, by, onMade }: SaleOptions) {
  const { merchantId, role } = useShop()
  const { draft, change, keep, forget, filling } = useOfflineDraft(replaces)
  const [phase, setPhase] = useState<SalePhase>({ name: 'writing' })
  const busy = useRef(false)
  const latest = useRef<SendOptions>({})
  const now = useNow(60_000)
  const terms = useTerms()
  const { offers, campaigns } = terms
  const buyerOnly = role === 'guest'
  const look = useCallback(
    (content: SaleContent) => lookAtSale({ ...draft, ...content }, { offers, campaigns, now, buyerOnly }),
    [draft, offers, campaigns, now, buyerOnly],
  )
  const seen = useMemo(() => look(by), [look, by])

  const send = async (given: SendOptions) => {
    if (busy.current) return
    busy.current = true
    // Sent again without an answer, it must be the very same request.
    const { content = {}, allowDuplicate = false } = phase.name === 'unknown' ? latest.current : given
    latest.current = { content, allowDuplicate }
    const ready = { ...draft, ...content, sent: true }
    keep(ready)
    setPhase({ name: 'sending' })
    fetchNext()
    try {
      const body = requestOf(ready, { concept: t('offlineCheckout.concept'), replaces, allowDuplicate })
      const made = await write(checkoutOfflineCreate, { params: { merchantId }, body, key: ready.key })
      forget()
      setPhase({ name: 'writing' })
      onMade(made)
    } catch (error) {
      if (leavesOpen(error)) setPhase({ name: 'unknown', error })
      else {
        // Nothing was made: what is sent next is another request.
        keep({ ...ready, sent: false, key: newKey() })
        setPhase(isApiFailure(error) && isRecent(error) ? { name: 'duplicated', error } : { name: 'refused', error })
      }
    } finally {
      busy.current = false
    }
  }

  return {
    draft,
    filling,
    amount: draftAmount(draft),
    terms,
    ...seen,
    /** What keeps it from being sent by another button than the page's own. */
    problemsBy: (content: SaleContent) => look(content).problems,
    phase,
    sending: phase.name === 'sending',
    change: (content: SaleContent) => {
      if (busy.current) return
      if (phase.name !== 'writing') setPhase({ name: 'writing' })
      change(content)
    },
    send: (options: SendOptions = {}) => void send(options),
    /** Back to writing, after a question was answered. */
    resume: () => setPhase({ name: 'writing' }),
  }
}
export type Sale = ReturnType<typeof useSale>
