import { useEffect, useState } from 'react'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { newKey } from '../../platform/api/call.ts'
import { failureWords } from '../../platform/shared/failureWords.ts'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'

/** How a change stands that a mailed link can stop; `Announced` is what the link shows of it. */
export type MailedStop<Announced> =
  | { at: 'reading' }
  /** Null: the link came without its values. */
  | { at: 'dead'; why: string | null }
  | { at: 'failed'; error: unknown }
  | { at: 'asking' | 'sending'; change: Announced; problem: string | null }
  | { at: 'stopped'; change: Announced }

/** What such a link calls; the same object at every drawing. */
type Calls<Announced> = {
  view: (link: OneTimeLink) => Promise<Announced>
  isStopped: (change: Announced) => boolean
  /** Stops it, once for one key; answers how it stands then. */
  stop: (link: OneTimeLink, key: string, change: Announced) => Promise<Announced>
}

const isDead = (error: unknown) => isApiFailure(error) && [400, 404, 410, 422].includes(error.status)

/** Reads what a mailed link is about, again after a failure, and stops it when told to. */
export function useMailedStop<Announced>(link: OneTimeLink | null, calls: Calls<Announced>) {
  const [state, setState] = useState<MailedStop<Announced>>(link ? { at: 'reading' } : { at: 'dead', why: null })
  // Another copy of it is another attempt.
  const [asked, setAsked] = useState(link)
  const [key] = useState(newKey)

  useEffect(() => {
    if (!asked) return
    let gone = false
    const show = (next: MailedStop<Announced>) => {
      if (!gone) setState(next)
    }
    calls.view(asked).then(
      (change) => show(calls.isStopped(change) ? { at: 'stopped', change } : { at: 'asking', change, problem: null }),
      (error: unknown) => show(isDead(error) ? { at: 'dead', why: failureWords(error) } : { at: 'failed', error }),
    )
    return () => {
      gone = true
    }
  }, [asked, calls])

  const stop = async (change: Announced) => {
    if (!asked) return
    setState({ at: 'sending', change, problem: null })
    try {
      setState({ at: 'stopped', change: await calls.stop(asked, key, change) })
    } catch (error) {
      const why = failureWords(error)
      setState(isDead(error) ? { at: 'dead', why } : { at: 'asking', change, problem: why })
    }
  }
  return {
    state,
    stop,
    readAgain: () => {
      setState({ at: 'reading' })
      if (asked) setAsked({ ...asked })
    },
  }
}
