import { useState } from 'react'
import { staffSignIn } from '#contract/provider/staffSession'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { settings, type StaffPersona } from '../../platform/api/settings.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { callConsole } from '../api/callConsole.ts'
import { currentCode } from './currentCode.ts'

/** Signs in with the present code; when it has been used already, with the next one, which is accepted as well. */
async function enterAs({ email, password, secret }: StaffPersona): Promise<void> {
  const withCode = async (ahead: number) => {
    const code = await currentCode(secret, ahead)
    await callConsole(staffSignIn, { body: { email, password, ...(code !== null && { code }) } })
  }
  try {
    await withCode(0)
  } catch (error) {
    if (!isApiFailure(error) || !error.fields.has('code')) throw error
    await withCode(1)
  }
}

/** The demo's members of staff, each signed in with one press. The server lists them only while it runs with demo data. */
export function StaffPersonas({ onSignedIn }: { onSignedIn: () => void }) {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { staffPersonas } = settings()
  const enter = async (persona: StaffPersona) => {
    if (busy !== null) return
    setBusy(persona.email)
    setProblem(null)
    try {
      await enterAs(persona)
    } catch (error) {
      setProblem(failureMessage(error))
      return setBusy(null)
    }
    onSignedIn()
  }
  if (staffPersonas.length === 0) return null
  return (
    <section aria-labelledby="personas-title" className="mt-10 border-t border-line pt-6">
      <h2 id="personas-title" className="text-title-sm font-strong">
        {t('session.personas.title')}
      </h2>
      <p className="mt-1 text-sm text-ink-3">{t('session.personas.lead')}</p>
      {problem && (
        <div className="mt-3">
          <ErrorBanner>{problem}</ErrorBanner>
        </div>
      )}
      <ul className="mt-3 grid gap-2">
        {staffPersonas.map((persona) => (
          <li key={persona.email}>
            <button
              type="button"
              aria-busy={busy === persona.email || undefined}
              className="w-full rounded-3 border border-line bg-sheet px-4 py-3 text-left hover:bg-hover"
              onClick={() => void enter(persona)}
            >
              <span className="flex justify-between gap-3 text-md">
                <span className="font-strong">{persona.name}</span>
                <span className="text-ink-3">{busy === persona.email ? t('session.signingIn') : persona.email.split('@')[0]}</span>
              </span>
              <span className="mt-0.5 block text-sm text-ink-3">{persona.about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
