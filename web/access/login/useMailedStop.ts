import { useEffect, useState } from 'react'
import { isDeadLink } from '../../platform/api/apiFailure.ts'
import { newKey } from '../../platform/api/call.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'

/** State of a change that an e-mailed link can stop; `Announced` is the part shown to the link’s holder. */
export type MailedStop<Announced> =
  | { at: 'reading' }
  /** Null: the link came without its values. */
  | { at: 'dead'; why: string | null }
  | { at: 'failed'; error: unknown }
  | { at: 'asking' | 'sending'; change: Announced; problem: string | null }
  | { at: 'stopped'; change: Announced }

/** The calls of such a link; must be a stable object. */
type Calls<Announced> = {
  view: (link: OneTimeLink) => Promise<Announced>
  isStopped: (change: Announced) => boolean
  /** Stops the change, once per idempotency key; resolves to its new state. */
  stop: (link: OneTimeLink, key: string, change: Announced) => Promise<Announced>
}

/** Loads the change behind an e-mailed link, with retry, and stops it on demand. */
export function useMailedStop<Announced>(link: OneTimeLink | null, calls: Calls<Announced>) {
  const [state, setState] = useState<MailedStop<Announced>>(link ? { at: 'reading' } : { at: 'dead', why: null })
  // A second open tab is another attempt, with its own idempotency key.
  const [attempt, setAttempt] = useState(link)
  const [key] = useState(newKey)

  useEffect(() => {
    if (!attempt) return
    let unmounted = false
    const show = (next: MailedStop<Announced>) => {
      if (!unmounted) setState(next)
    }
    calls.view(attempt).then(
      (change) => show(calls.isStopped(change) ? { at: 'stopped', change } : { at: 'asking', change, problem: null }),
      (error: unknown) => show(isDeadLink(error) ? { at: 'dead', why: failureMessage(error) } : { at: 'failed', error }),
    )
    return () => {
      unmounted = true
    }
  }, [attempt, calls])

  const stop = async (change: Announced) => {
    if (!attempt) return
    setState({ at: 'sending', change, problem: null })
    try {
      setState({ at: 'stopped', change: await calls.stop(attempt, key, change) })
    } catch (error) {
      const why = failureMessage(error)
      setState(isDeadLink(error) ? { at: 'dead', why } : { at: 'asking', change, problem: why })
    }
  }
  return {
    state,
    stop,
    readAgain: () => {
      setState({ at: 'reading' })
      if (attempt) setAttempt({ ...attempt })
    },
  }
}
