import { isolated } from '#domain/platform/direction'
import { useState } from 'react'
import { tillLeave, tillView, type TillFace } from '#contract/access/tills'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { call } from '../../platform/api/call.ts'
import { t } from '../../platform/i18n/t.ts'
import { publicPaths } from '../../platform/routes/publicPaths.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { TillNewPin } from './TillNewPin.tsx'
import { TillUnlock } from './TillUnlock.tsx'

type Person = TillFace['people'][number]
type LockView = { at: 'people'; notice?: string } | { at: 'unlock'; person: Person } | { at: 'new' } | { at: 'leave' }

type TillLockProps = {
  face: TillFace
  onFace: (face: TillFace) => void
  /** Called when this device is no longer a till; `problem` says why, unless it was chosen here. */
  onGone: (problem: string | null) => void
}

/** The lock page of a till: its members, each unlocking with a PIN. */
export function TillLock({ face, onFace, onGone }: TillLockProps) {
  const [shown, setShown] = useState<LockView>({ at: 'people' })
  const back = () => setShown({ at: 'people' })
  /** The members with a PIN may have changed meanwhile. */
  const lookAgain = async (notice?: string) => {
    setShown({ at: 'people', ...(notice !== undefined && { notice }) })
    try {
      onFace(await call(tillView, { mode: 'live' }))
    } catch (error) {
      if (isApiFailure(error) && error.type === 'TillClosed') onGone(error.message)
    }
  }
  if (shown.at === 'unlock') return <TillUnlock face={face} person={shown.person} onBack={() => void lookAgain()} onGone={onGone} />
  if (shown.at === 'new') return <TillNewPin till={face.name} onBack={back} onChosen={() => void lookAgain(t('tills.new.saved'))} />
  if (shown.at === 'leave') return <Leave onBack={back} onGone={onGone} />
  const place = `${isolated(face.name)} · ${isolated(face.merchant.name)}`
  return (
    <SignInFrame title={t('tills.face.title')} lead={place}>
      <div className="grid gap-5">
        {shown.notice && <Banner live>{shown.notice}</Banner>}
        {face.people.length === 0 ? (
          <p className="text-ink-2">{t('tills.face.empty')}</p>
        ) : (
          <ul aria-label={t('tills.face.people')} className="grid gap-2">
            {face.people.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  className="w-full rounded-3 border border-line bg-sheet px-4 py-4 text-left font-strong wrap-anywhere hover:bg-hover"
                  onClick={() => setShown({ at: 'unlock', person })}
                >
                  {person.name}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Button variant={face.people.length === 0 ? 'filled' : 'outlined'} size="large" wide onClick={() => setShown({ at: 'new' })}>
          {t('tills.face.add')}
        </Button>
      </div>
      <p className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 text-sm">
        <Anchor className={`${linkClass} inline-flex min-h-11 items-center`} href={publicPaths.login()}>
          {t('tills.face.login')}
        </Anchor>
        <button type="button" className={`${linkClass} min-h-11`} onClick={() => setShown({ at: 'leave' })}>
          {t('tills.face.leave')}
        </button>
      </p>
    </SignInFrame>
  )
}

/** Confirmation before a till is removed from its device: only an admin can set it up again. */
function Leave({ onBack, onGone }: { onBack: () => void; onGone: (problem: string | null) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await call(tillLeave, { mode: 'live' })
      onGone(null)
    } catch (error) {
      setProblem(failureMessage(error))
      setBusy(false)
    }
  }
  return (
    <SignInFrame title={t('tills.leave.title')} lead={t('tills.leave.lead')}>
      <div className="grid gap-3">
        <ErrorBanner>{problem}</ErrorBanner>
        <Button variant="filled" size="large" wide busy={busy} busyLabel={t('tills.leave.leaving')} onClick={() => void leave()}>
          {t('tills.leave.confirm')}
        </Button>
        <Button size="large" wide autoFocus onClick={onBack}>
          {t('shell.back')}
        </Button>
      </div>
    </SignInFrame>
  )
}
