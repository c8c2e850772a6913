import { useState } from 'react'
import { type Persona, settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { attempt } from '../../platform/session/SignInForm.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'

/** The demo’s users, each signed in with one click. The server lists them only while it runs with demo data. */
export function Personas({ onSignedIn }: { onSignedIn: () => void }) {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { personas } = settings()
  const enter = async ({ email, password }: Persona) => {
    if (busy !== null) return
    setBusy(email)
    setProblem(null)
    const failure = await attempt(({ attemptSignIn }) => attemptSignIn(email, password))
    if (!failure) return onSignedIn()
    setBusy(null)
    setProblem(Object.values(failure.problems)[0] ?? null)
  }
  if (personas.length === 0) return null
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
        {personas.map((persona) => (
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
