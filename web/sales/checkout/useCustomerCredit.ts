import { useCallback, useEffect, useRef, useState } from 'react'
import { customerCreditAccount, customerCreditView, type CustomerCreditView } from '#contract/sales/customerCredit'
import type { BodyInput } from '#contract/platform/endpoint'
import { ApiFailure, isApiFailure } from '../../platform/api/apiFailure.ts'
import type { CheckoutLink } from './checkoutLink.ts'
import { customerCall } from './customerCall.ts'

const unreadable = (error: unknown) =>
  isApiFailure(error) ? error : new ApiFailure({ status: 0, type: 'Unreadable', message: String(error) })

export type CustomerCredit = {
  /** Null until the first read. */
  view: CustomerCreditView | null
  /** Why the last read or answer failed, other than by validation. */
  lastFailure: ApiFailure | null
  busy: boolean
  load: () => Promise<void>
  /** Resolves to null, or to a failure with the invalid fields. */
  give: (body: BodyInput<typeof customerCreditAccount>) => Promise<ApiFailure | null>
}

/** Loads what a customer is owed, and gives their account; after an unknown outcome it is read again before that can be repeated. */
export function useCustomerCredit(link: CheckoutLink): CustomerCredit {
  const [view, setView] = useState<CustomerCreditView | null>(null)
  const [lastFailure, setLastFailure] = useState<ApiFailure | null>(null)
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)

  const load = useCallback(async () => {
    try {
      setView(await customerCall(customerCreditView, link, {}))
      setLastFailure(null)
    } catch (error) {
      setLastFailure(unreadable(error))
    }
  }, [link])

  const give: CustomerCredit['give'] = async (body) => {
    if (inFlight.current) return null
    inFlight.current = true
    setBusy(true)
    setLastFailure(null)
    try {
      setView(await customerCall(customerCreditAccount, link, { body }))
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
  }

  useEffect(() => {
    const life = { over: false }
    customerCall(customerCreditView, link, {}).then(
      (seen) => !life.over && setView(seen),
      (error: unknown) => !life.over && setLastFailure(unreadable(error)),
    )
    return () => void (life.over = true)
  }, [link])

  return { view, lastFailure, busy, load, give }
}
