import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import { type Checkout, checkoutView } from '#contract/sales/checkout'
import type { AnswerOf, BodyInput, Endpoint } from '#contract/platform/endpoint'
import { ApiFailure, isApiFailure } from '../../platform/api/apiFailure.ts'
import type { CheckoutLink } from './checkoutLink.ts'
import { customerCall, newKey } from './customerCall.ts'
import { deviceMs, onThisClock } from '../../platform/api/serverClock.ts'
import { clearDrafts } from './steps/stepDraft.ts'
import type { Step } from './steps/stepOrder.ts'

/** A customer call that responds with the updated sale. */
type Action = Endpoint & { method: 'POST' }
type BodyOfAction<E extends Action> = E extends { body: unknown } ? [body: BodyInput<E>] : []

type SaleState = {
  /** Null until the first read. */
  view: Checkout | null
  /** Why the last read or action failed, other than by validation. */
  lastFailure: ApiFailure | null
  /** The last action failed because the customer's bank declined the card. */
  declined: boolean
  /** The name of the action in progress. */
  busy: string | null
  load: () => Promise<void>
  /**
   * Makes a call and shows the updated sale. Resolves to null, or to the failure that the step shows: invalid fields, wrong code, declined card.
   * A retry after no response reuses the idempotency key.
   */
  act: <E extends Action>(endpoint: E, ...body: BodyOfAction<E>) => Promise<ApiFailure | null>
}

/** Context of every step. */
export type Sale = Omit<SaleState, 'view'> & {
  view: Checkout
  link: CheckoutLink
  go: (step: Step) => void
  back: (() => void) | null
  /** Asks whether to cancel the sale. */
  leave: () => void
}

export const SaleContext = createContext<Sale | null>(null)

/** The sale of the nearest `SaleContext`. */
export function useSale(): Sale {
  const sale = use(SaleContext)
  if (!sale) throw new Error('useSale must be used within SaleContext')
  return sale
}

const unreadable = (error: unknown) =>
  isApiFailure(error) ? error : new ApiFailure({ status: 0, type: 'Unreadable', message: String(error) })
/** Errors of a request based on stale state: the sale is reloaded and the message stays beside it. */
const staleErrors = new Set(['StepNotAllowed', 'StaleAmount'])
/** Errors that the step shows itself. */
const stepErrors = new Set(['CodeWrong', 'CardDeclined', 'ApiValidationException'])

/** Loads and updates a sale; reloads it when it expires and when the page becomes visible onVisible. */
export function useSaleState(link: CheckoutLink, onStep: (step: Step) => void): SaleState {
  const [view, setView] = useState<Checkout | null>(null)
  const [lastFailure, setLastFailure] = useState<ApiFailure | null>(null)
  const [declined, setDeclined] = useState(false)
  const [busy, setBusy] = useState<string | null>(null)
  const keys = useRef(new Map<string, string>())
  const inFlight = useRef(false)

  const applyView = useCallback(
    (seen: Checkout) => {
      if (seen.status !== 'open') clearDrafts(link.checkoutId)
      setView(seen)
    },
    [link],
  )
  const read = useCallback(async () => applyView(await customerCall(checkoutView, link, {})), [link, applyView])
  const load = useCallback(async () => {
    try {
      await read()
      setLastFailure(null)
    } catch (error) {
      setLastFailure(unreadable(error))
    }
  }, [read])

  const act = useCallback(
    async (endpoint: Action, body?: unknown): Promise<ApiFailure | null> => {
      if (inFlight.current) return null
      const fingerprint = `${endpoint.name} ${JSON.stringify(body)}`
      const key = keys.current.get(fingerprint) ?? newKey()
      keys.current.set(fingerprint, key)
      inFlight.current = true
      setBusy(endpoint.name)
      setLastFailure(null)
      setDeclined(false)
      try {
        const seen = (await customerCall(endpoint, link, { body, key } as never)) as AnswerOf<typeof checkoutView> // every action responds with the view
        keys.current.delete(fingerprint)
        applyView(seen)
        onStep(seen.step)
        return null
      } catch (error) {
        const failure = unreadable(error)
        // A definite response ends the attempt; without one a retry reuses the key.
        if (failure.status > 0 && failure.status < 500) keys.current.delete(fingerprint)
        if (failure.status === 409 || failure.outcomeUnknown) await read().catch(() => {})
        if (!stepErrors.has(failure.type)) setLastFailure(failure)
        setDeclined(failure.type === 'CardDeclined')
        if (staleErrors.has(failure.type)) return null
        return failure
      } finally {
        inFlight.current = false
        setBusy(null)
      }
    },
    [link, read, applyView, onStep],
  )

  useEffect(() => {
    const life = { over: false }
    customerCall(checkoutView, link, {}).then(
      (seen) => !life.over && applyView(seen),
      (error: unknown) => !life.over && setLastFailure(unreadable(error)),
    )
    return () => void (life.over = true)
  }, [link, applyView])
  useReloadOnReturn(view, load)
  return { view, lastFailure, declined, busy, load, act: act as SaleState['act'] }
}

/** Reloads the sale when the page becomes visible, and when it expires. */
function useReloadOnReturn(view: Checkout | null, load: () => Promise<void>): void {
  const readAt = useRef(0)
  useEffect(() => {
    if (view !== null) readAt.current = deviceMs()
  }, [view])
  useEffect(() => {
    if (view?.status !== 'open') return
    const onVisible = () => void (document.visibilityState === 'visible' && deviceMs() - readAt.current > 5_000 && load())
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('pageshow', onVisible)
    const ends = view.expiresAt === null ? Infinity : onThisClock(view.expiresAt) - deviceMs() + 1_000
    // `setTimeout` cannot wait longer than 2^31 ms.
    const timer = ends < 2 ** 31 ? setTimeout(() => void load(), Math.max(ends, 5_000)) : undefined
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('pageshow', onVisible)
      clearTimeout(timer)
    }
  }, [view, load])
}
