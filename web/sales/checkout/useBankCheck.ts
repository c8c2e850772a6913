import { useCallback, useEffect, useRef, useState } from 'react'
import { bankConsentAnswer, type BankConsentView, bankConsentView } from '#contract/sales/checkout'
import type { BodyInput } from '#contract/platform/endpoint'
import { ApiFailure, isApiFailure } from '../../platform/api/apiFailure.ts'
import type { CheckoutLink } from './checkoutLink.ts'
import { customerCall } from './customerCall.ts'

const unreadable = (error: unknown) =>
  isApiFailure(error) ? error : new ApiFailure({ status: 0, type: 'Unreadable', message: String(error) })

export type BankCheck = {
  /** Null until it has been read once. */
  view: BankConsentView | null
  /** Why it cannot be read, or why an answer came to nothing for no fault of what was typed. */
  trouble: ApiFailure | null
  busy: boolean
  /** The answer just given has come to something: it is what to show now. */
  answered: boolean
  load: () => Promise<void>
  /** Gives null, or the wrong fields. */
  answer: (body: BodyInput<typeof bankConsentAnswer>) => Promise<ApiFailure | null>
  /** Begins again after a no. */
  again: () => void
}

/** Reads a bank check and answers it; an answer that may have been heard is read again before it is given twice. */
export function useBankCheck(link: CheckoutLink): BankCheck {
  const [view, setView] = useState<BankConsentView | null>(null)
  const [trouble, setTrouble] = useState<ApiFailure | null>(null)
  const [busy, setBusy] = useState(false)
  const [answered, setAnswered] = useState(false)
  const acting = useRef(false)

  const load = useCallback(async () => {
    try {
      setView(await customerCall(bankConsentView, link, {}))
      setTrouble(null)
    } catch (error) {
      setTrouble(unreadable(error))
    }
  }, [link])

  const answer: BankCheck['answer'] = async (body) => {
    if (acting.current) return null
    acting.current = true
    setBusy(true)
    setTrouble(null)
    try {
      setView(await customerCall(bankConsentAnswer, link, { body }))
      setAnswered(true)
      return null
    } catch (error) {
      const failure = unreadable(error)
      if (failure.type === 'ApiValidationException') return failure
      if (failure.status === 409 || failure.outcomeUnknown) await load()
      setTrouble(failure)
      return null
    } finally {
      acting.current = false
      setBusy(false)
    }
  }

  useEffect(() => {
    const life = { over: false }
    customerCall(bankConsentView, link, {}).then(
      (seen) => !life.over && setView(seen),
      (error: unknown) => !life.over && setTrouble(unreadable(error)),
    )
    return () => void (life.over = true)
  }, [link])

  return { view, trouble, busy, answered, load, answer, again: () => setAnswered(false) }
}
