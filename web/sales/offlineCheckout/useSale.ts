import { useCallback, useMemo } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { checkoutOfflineCreate } from '#contract/sales/offlineCheckout'
import { isApiFailure, type ApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { useSureRequest, type RequestPhase } from '../../platform/requests/useSureRequest.ts'
import { showToast } from '../../platform/shared/toasts.ts'
import { useTerms } from '../simulator/useTerms.ts'
import { lookAtSale } from './lookAtSale.ts'
import { draftAmount, type OfflineDraft } from './offlineDraft.ts'
import { requestOf } from './requestOf.ts'
import { nameOf, useOfflineDraft } from './useOfflineDraft.ts'

export type MadeLink = AnswerOf<typeof checkoutOfflineCreate>
/** Where a sale stands: as any request, or refused as like one of a moment ago. */
export type SalePhase = RequestPhase | { name: 'duplicated'; error: ApiFailure }

type SaleContent = Partial<OfflineDraft>
type SendOptions = { content?: SaleContent; allowDuplicate?: boolean }
type SaleOptions = {
  replaces: string | null
  /** What the page's own button sends, whatever the draft says of it. */
  by: SaleContent
  onMade: (made: MadeLink) => void
}

/** Refused as like one of a moment ago, which the answer names; the other duplicates cannot be sent again. */
const isRecent = (error: unknown): error is ApiFailure =>
  isApiFailure(error) && error.type === 'DuplicatedOrder' && error.unknownEntity !== null

const salePhase = (phase: RequestPhase): SalePhase =>
  phase.name === 'refused' && isRecent(phase.error) ? { name: 'duplicated', error: phase.error } : phase

/** What shows the link is fetched while its sale is on its way. */
function fetchNext(): void {
  for (const part of [import('./link/LinkView.tsx'), import('../../platform/ui/figures/QrCode.tsx')]) void part.catch(() => {}) // fetched again when it is shown
}

/** A sale from its first figure to its link: what is written, what it costs, what is wrong with it, and its sending, once. */
export function useSale({ replaces, by, onMade }: SaleOptions) {
  const { merchantId, role } = useShop()
  const { draft, change, keep, forget, filling } = useOfflineDraft(replaces)
  const now = useNow(60_000)
  const terms = useTerms()
  const { offers, campaigns } = terms
  const buyerOnly = role === 'guest'
  const look = useCallback(
    (content: SaleContent) => lookAtSale({ ...draft, ...content }, { offers, campaigns, now, buyerOnly }),
    [draft, offers, campaigns, now, buyerOnly],
  )
  const seen = useMemo(() => look(by), [look, by])

  const request = useSureRequest({
    name: nameOf(replaces),
    endpoint: checkoutOfflineCreate,
    params: { merchantId },
    onDone: ({ answer }) => {
      forget()
      if (answer) onMade(answer)
      else showToast(t('offlineCheckout.failed.madeUnseen'), { key: 'sale' })
    },
  })
  const { inFlight } = request
  const phase = salePhase(request.phase)
  const send = ({ content = {}, allowDuplicate = false }: SendOptions) => {
    if (inFlight) return
    const ready = { ...draft, ...content }
    keep(ready)
    fetchNext()
    request.send(requestOf(ready, { concept: t('offlineCheckout.concept'), replaces, allowDuplicate }))
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
    sending: inFlight,
    change: (content: SaleContent) => {
      if (inFlight) return
      if (phase.name !== 'writing') request.write()
      change(content)
    },
    send: (options: SendOptions = {}) => send(options),
    /** Asks at once what became of it. */
    check: request.check,
    /** Back to writing, after a question was answered. */
    resume: request.write,
  }
}
export type Sale = ReturnType<typeof useSale>
