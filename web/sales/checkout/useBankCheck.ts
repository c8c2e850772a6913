import { useCallback, useEffect, useRef, useState } from 'react'
import { bankConsentAnswer, type BankConsentView, bankConsentView } from '#contract/sales/bankConsent'
import type { BodyInput } from '#contract/platform/endpoint'
import { ApiFailure, isApiFailure } from '../../platform/api/apiFailure.ts'
import type { CheckoutLink } from './checkoutLink.ts'
import { customerCall } from './customerCall.ts'
import { takeReturnState } from './steps/returned.ts'

const unreadable = (error: unknown) =>
  isApiFailure(error) ? error : new ApiFailure({ status: 0, type: 'Unreadable', message: String(error) })

export type BankCheck = {
  /** Null until the first read. */
  view: BankConsentView | null
  /** Why the last read or answer failed, other than by validation. */
  lastFailure: ApiFailure | null
  busy: boolean
  /** An answer has just been processed, so its outcome is shown. */
  answered: boolean
  load: () => Promise<void>
  /** Resolves to null, or to a failure with the invalid fields. */
  answer: (body: BodyInput<typeof bankConsentAnswer>) => Promise<ApiFailure | null>
  /** Starts over after a refusal. */
  restart: () => void
}

/** Loads and answers a bank check; after an unknown outcome the check is reloaded before the answer can be repeated. */
export function useBankCheck(link: CheckoutLink): BankCheck {
  const [view, setView] = useState<BankConsentView | null>(null)
  const [lastFailure, setLastFailure] = useState<ApiFailure | null>(null)
  const [busy, setBusy] = useState(false)
  const [answered, setAnswered] = useState(false)
  const inFlight = useRef(false)

  const load = useCallback(async () => {
    try {
      setView(await customerCall(bankConsentView, link, {}))
      setLastFailure(null)
    } catch (error) {
      setLastFailure(unreadable(error))
    }
  }, [link])

  const answer: BankCheck['answer'] = useCallback(
    async (body) => {
      if (inFlight.current) return null
      inFlight.current = true
      setBusy(true)
      setLastFailure(null)
      try {
        const seen = await customerCall(bankConsentAnswer, link, { body })
        setView(seen)
        // The bank's page comes first.
        if (seen.url === null) setAnswered(true)
        else if (body.returned === undefined && body.documentId !== undefined) location.assign(seen.url)
        return null
      } catch (error) {
        const failure = unreadable(error)
        if (failure.type === 'ApiValidationException') return failure
        if (failure.status === 409 || failure.outcomeUnknown) await load()
        setLastFailure(failure)
        return null
      } finally {
        inFlight.current = false
        setBusy(false)
      }
    },
    [link, load],
  )

  useEffect(() => {
    const life = { over: false }
    const returned = takeReturnState() ?? ''
    const first =
      returned === ''
        ? customerCall(bankConsentView, link, {})
        : customerCall(bankConsentAnswer, link, { body: { authorise: true, returned } })
    first.then(
      (seen) => {
        if (life.over) return
        setView(seen)
        setAnswered(returned !== '' && seen.url === null)
      },
      (error: unknown) => !life.over && setLastFailure(unreadable(error)),
    )
    return () => void (life.over = true)
  }, [link])

  return { view, lastFailure, busy, answered, load, answer, restart: () => setAnswered(false) }
}
