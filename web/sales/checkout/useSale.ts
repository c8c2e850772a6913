import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import { type Checkout, checkoutView } from '#contract/sales/checkout'
import type { AnswerOf, BodyInput, Endpoint } from '#contract/platform/endpoint'
import { ApiFailure, isApiFailure } from '../../platform/api/apiFailure.ts'
import type { CheckoutLink } from './checkoutLink.ts'
import { customerCall, newKey } from './customerCall.ts'
import { deviceMs, onThisClock } from '../../platform/api/serverClock.ts'
import { clearDrafts } from './steps/stepDraft.ts'
import type { Step } from './steps/stepOrder.ts'

/** A call of the customer's that answers how the sale stands now. */
type Act = Endpoint & { method: 'POST' }
type BodyOfAct<E extends Act> = E extends { body: unknown } ? [body: BodyInput<E>] : []

export type SaleState = {
  /** Null until it has been read once. */
  view: Checkout | null
  /** Why it cannot be read, or why an act came to nothing for no fault of what was typed. */
  trouble: ApiFailure | null
  /** The last act came to nothing because the customer's bank said no to the card. */
  declined: boolean
  /** The name of the act under way. */
  busy: string | null
  load: () => Promise<void>
  /**
   * Makes a call and shows how the sale stands after it. Gives null, or what the step itself has to say: wrong fields, code or card.
   * Sent again after no answer it carries the same key.
   */
  act: <E extends Act>(endpoint: E, ...body: BodyOfAct<E>) => Promise<ApiFailure | null>
}

/** What every step knows. */
export type Sale = Omit<SaleState, 'view'> & { view: Checkout; link: CheckoutLink; go: (step: Step) => void; back: (() => void) | null }

export const SaleContext = createContext<Sale | null>(null)

/** The sale that this screen is a part of. */
export function useSale(): Sale {
  const sale = use(SaleContext)
  if (!sale) throw new Error('a step stands outside its sale')
  return sale
}

const unreadable = (error: unknown) =>
  isApiFailure(error) ? error : new ApiFailure({ status: 0, type: 'Unreadable', message: String(error) })
/** What was asked no longer fits how the sale stands: it is read again, and the sentence stays beside what it shows then. */
const outdated = new Set(['StepNotAllowed', 'StaleAmount'])
/** What the step itself says. */
const ofTheStep = new Set(['CodeWrong', 'CardDeclined', 'ApiValidationException'])

/** Reads a sale and changes it; reads it again when its time is over and when somebody comes back to the page. */
export function useSaleState(link: CheckoutLink, onStep: (step: Step) => void): SaleState {
  const [view, setView] = useState<Checkout | null>(null)
  const [trouble, setTrouble] = useState<ApiFailure | null>(null)
  const [declined, setDeclined] = useState(false)
  const [busy, setBusy] = useState<string | null>(null)
  const keys = useRef(new Map<string, string>())
  const acting = useRef(false)

  const take = useCallback(
    (seen: Checkout) => {
      if (seen.status !== 'open') clearDrafts(link.checkoutId)
      setView(seen)
    },
    [link],
  )
  const read = useCallback(async () => take(await customerCall(checkoutView, link, {})), [link, take])
  const load = useCallback(async () => {
    try {
      await read()
      setTrouble(null)
    } catch (error) {
      setTrouble(unreadable(error))
    }
  }, [read])

  const act = useCallback(
    async (endpoint: Act, body?: unknown): Promise<ApiFailure | null> => {
      if (acting.current) return null
      const asked = `${endpoint.name} ${JSON.stringify(body)}`
      const key = keys.current.get(asked) ?? newKey()
      keys.current.set(asked, key)
      acting.current = true
      setBusy(endpoint.name)
      setTrouble(null)
      setDeclined(false)
      try {
        const seen = (await customerCall(endpoint, link, { body, key } as never)) as AnswerOf<typeof checkoutView> // every act answers the view
        keys.current.delete(asked)
        take(seen)
        onStep(seen.step)
        return null
      } catch (error) {
        const failure = unreadable(error)
        // Answered is over; without an answer the same thing goes again under the same key.
        if (failure.status > 0 && failure.status < 500) keys.current.delete(asked)
        if (failure.status === 409 || failure.outcomeUnknown) await read().catch(() => {})
        if (!ofTheStep.has(failure.type)) setTrouble(failure)
        setDeclined(failure.type === 'CardDeclined')
        if (outdated.has(failure.type)) return null
        return failure
      } finally {
        acting.current = false
        setBusy(null)
      }
    },
    [link, read, take, onStep],
  )

  useEffect(() => {
    const life = { over: false }
    customerCall(checkoutView, link, {}).then(
      (seen) => !life.over && take(seen),
      (error: unknown) => !life.over && setTrouble(unreadable(error)),
    )
    return () => void (life.over = true)
  }, [link, take])
  useFreshness(view, load)
  return { view, trouble, declined, busy, load, act: act as SaleState['act'] }
}

/** A page that was left and found again says what holds now, and at the end of its time that it is over. */
function useFreshness(view: Checkout | null, load: () => Promise<void>): void {
  const readAt = useRef(0)
  useEffect(() => {
    if (view !== null) readAt.current = deviceMs()
  }, [view])
  useEffect(() => {
    if (view?.status !== 'open') return
    const again = () => void (document.visibilityState === 'visible' && deviceMs() - readAt.current > 5_000 && load())
    document.addEventListener('visibilitychange', again)
    addEventListener('pageshow', again)
    const ends = view.expiresAt === null ? Infinity : onThisClock(view.expiresAt) - deviceMs() + 1_000
    // Longer than a browser can wait, nobody looks at one page.
    const timer = ends < 2 ** 31 ? setTimeout(() => void load(), Math.max(ends, 5_000)) : undefined
    return () => {
      document.removeEventListener('visibilitychange', again)
      removeEventListener('pageshow', again)
      clearTimeout(timer)
    }
  }, [view, load])
}
