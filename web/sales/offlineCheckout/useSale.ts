import { useCallback, useMemo } from 'react'
import { checkoutOfflineCreate } from '#contract/sales/offlineCheckout'
import { isApiFailure, type ApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useIdempotentRequest, type RequestPhase } from '../../platform/requests/useIdempotentRequest.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useTerms } from '../simulator/useTerms.ts'
import type { CreatedLink } from './link/useLinkActions.ts'
import { evaluateSale } from './evaluateSale.ts'
import { draftAmount, type OfflineDraft } from './offlineDraft.ts'
import { requestOf } from './requestOf.ts'
import { nameOf, useOfflineDraft } from './useOfflineDraft.ts'

/** Phase of a sale: that of its request, or refused as a recent duplicate. */
type SalePhase = RequestPhase | { name: 'duplicated'; error: ApiFailure }

type SaleContent = Partial<OfflineDraft>
type SendOptions = { content?: SaleContent; allowDuplicate?: boolean }
type SaleOptions = {
  replaces: string | null
  /** Overrides of the page's own button, whatever the draft says. */
  overrides: SaleContent
  onCreated: (created: CreatedLink) => void
}

/** A recent duplicate, identified in the error; other duplicates cannot be sent again. */
const isRecent = (error: unknown): error is ApiFailure =>
  isApiFailure(error) && error.type === 'DuplicatedOrder' && error.unknownEntity !== null

const salePhase = (phase: RequestPhase): SalePhase =>
  phase.name === 'refused' && isRecent(phase.error) ? { name: 'duplicated', error: phase.error } : phase

/** Preloads the link's view while the sale is being sent. */
function preloadLinkView(): void {
  for (const part of [import('./link/LinkView.tsx'), import('../../platform/ui/figures/QrCode.tsx')]) void part.catch(() => {}) // loaded again when it is rendered
}

/** A sale from draft to link: its draft, plans, problems, and idempotent submission. */
export function useSale({ replaces, overrides, onCreated }: SaleOptions) {
  const { merchantId, role } = useMerchant()
  const { draft, change, keep, forget, filling } = useOfflineDraft(replaces)
  const now = useNow(60_000)
  const terms = useTerms()
  const { offers, campaigns } = terms
  const buyerOnly = role === 'guest'
  const evaluate = useCallback(
    (content: SaleContent) => evaluateSale({ ...draft, ...content }, { offers, campaigns, now, buyerOnly }),
    [draft, offers, campaigns, now, buyerOnly],
  )
  const evaluation = useMemo(() => evaluate(overrides), [evaluate, overrides])

  const request = useIdempotentRequest({
    name: nameOf(replaces),
    endpoint: checkoutOfflineCreate,
    params: { merchantId },
    onDone: ({ answer }) => {
      forget()
      if (answer) onCreated(answer)
      else showToast(t('offlineCheckout.failed.madeUnseen'), { key: 'sale' })
    },
  })
  const { inFlight } = request
  const phase = salePhase(request.phase)
  const send = ({ content = {}, allowDuplicate = false }: SendOptions) => {
    if (inFlight) return
    const ready = { ...draft, ...content }
    keep(ready)
    preloadLinkView()
    request.send(requestOf(ready, { concept: t('offlineCheckout.concept'), replaces, allowDuplicate }))
  }

  return {
    draft,
    filling,
    amount: draftAmount(draft),
    terms,
    ...evaluation,
    /** Problems when sent overrides another button than the page's own. */
    problemsBy: (content: SaleContent) => evaluate(content).problems,
    phase,
    sending: inFlight,
    change: (content: SaleContent) => {
      if (inFlight) return
      if (phase.name !== 'writing') request.write()
      change(content)
    },
    send: (options: SendOptions = {}) => send(options),
    /** Checks the outcome of an unconfirmed request now. */
    check: request.check,
    /** Returns to editing after a dialog was answered. */
    resume: request.write,
  }
}
export type Sale = ReturnType<typeof useSale>
