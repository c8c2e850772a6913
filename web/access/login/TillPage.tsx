import { useEffect, useState } from 'react'
import { sessionSignOut } from '#contract/access/session'
import { tillEnter, tillView, type TillFace } from '#contract/access/tills'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { call } from '../../platform/api/call.ts'
import { forgetSession } from '../../platform/api/refreshSession.ts'
import { readSession } from '../../platform/api/sessionCookie.ts'
import { t } from '../../platform/i18n/t.ts'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'
import { markTill } from '../../platform/routes/tillMark.ts'
import { LinkFailed, LinkLoading } from './LinkStates.tsx'
import { TillCodeForm } from './TillCodeForm.tsx'
import { TillLock } from './TillLock.tsx'

type State =
  | { at: 'reading' }
  | { at: 'none'; problem: string | null }
  | { at: 'failed'; error: unknown }
  | { at: 'locked'; face: TillFace }

/** Ends the session of this device: opening the till page locks it. */
async function lock(): Promise<void> {
  if (readSession()) await call(sessionSignOut, { quiet: true }).catch(() => {}) // removed from this browser in any case; on the server it expires
  forgetSession()
}

/** Locks, then asks the server what this device is, or activates it with the code. */
async function read(code: string | null): Promise<State> {
  await lock()
  try {
    const face = await (code === null ? call(tillView, { mode: 'live' }) : call(tillEnter, { body: { code }, mode: 'live' }))
    markTill(true)
    return { at: 'locked', face }
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 409) return { at: 'failed', error }
    markTill(false)
    // A browser that never was a till needs no reason; one that was gets it.
    return { at: 'none', problem: error.fields.has('till') ? null : error.message }
  }
}

/** The page that activates a device as a shared till, and its lock page from then on. */
export function TillPage({ link }: { link: OneTimeLink | null }) {
  const [state, setState] = useState<State>({ at: 'reading' })
  const [code] = useState(link?.token ?? null)
  useEffect(() => {
    void read(code).then(setState)
  }, [code])

  const again = () => {
    setState({ at: 'reading' })
    void read(code).then(setState)
  }
  const entered = (face: TillFace) => {
    markTill(true)
    setState({ at: 'locked', face })
  }
  const onRemoved = (problem: string | null) => {
    markTill(false)
    setState({ at: 'none', problem })
  }
  if (state.at === 'reading') return <LinkLoading title={t('shell.route.till')} />
  if (state.at === 'failed') return <LinkFailed title={t('shell.route.till')} error={state.error} onRetry={again} />
  if (state.at === 'none') return <TillCodeForm problem={state.problem} onEntered={entered} />
  return <TillLock face={state.face} onFace={entered} onGone={onRemoved} />
}
