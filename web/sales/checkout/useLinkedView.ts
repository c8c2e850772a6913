import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiFailure, isApiFailure } from '../../platform/api/apiFailure.ts'

const unreadable = (error: unknown) =>
  isApiFailure(error) ? error : new ApiFailure({ status: 0, type: 'Unreadable', message: String(error) })

export type LinkedView<View> = {
  /** Null until the first read. */
  view: View | null
  /** Why the last read or answer failed, other than by validation. */
  lastFailure: ApiFailure | null
  busy: boolean
  load: () => Promise<void>
  /** Shows what an answer of the customer makes of it. Resolves to null, or to a failure with the invalid fields. One at a time. */
  send: (call: () => Promise<View>) => Promise<ApiFailure | null>
}

/**
 * What a customer's link shows and answers are sent to; after an unknown outcome it is read again before the answer can be repeated. `first`: the first read,
 * where it is another call. Both calls must stay the same between renders.
 */
export function useLinkedView<View>(read: () => Promise<View>, first: () => Promise<View> = read): LinkedView<View> {
  const [view, setView] = useState<View | null>(null)
  const [lastFailure, setLastFailure] = useState<ApiFailure | null>(null)
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)

  const load = useCallback(async () => {
    try {
      setView(await read())
      setLastFailure(null)
    } catch (error) {
      setLastFailure(unreadable(error))
    }
  }, [read])

  const send: LinkedView<View>['send'] = async (call) => {
    if (inFlight.current) return null
    inFlight.current = true
    setBusy(true)
    setLastFailure(null)
    try {
      setView(await call())
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
    first().then(
      (seen) => !life.over && setView(seen),
      (error: unknown) => !life.over && setLastFailure(unreadable(error)),
    )
    return () => void (life.over = true)
  }, [first])

  return { view, lastFailure, busy, load, send }
}
