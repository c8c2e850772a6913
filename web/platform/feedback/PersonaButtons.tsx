import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { ErrorBanner } from '../ui/feedback/ErrorBanner.tsx'

type Persona = { email: string; name: string; about: string }

type PersonaButtonsProps<P extends Persona> = {
  personas: readonly P[]
  /** Signs in; returns why it failed, in words, or null. */
  enter: (persona: P) => Promise<string | null>
  onSignedIn: () => void
}

/** The people of the demo, each signed in with one press; nothing without any. */
export function PersonaButtons<P extends Persona>({ personas, enter, onSignedIn }: PersonaButtonsProps<P>) {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const press = async (persona: P) => {
    if (busy !== null) return
    setBusy(persona.email)
    setProblem(null)
    const failed = await enter(persona)
    if (failed === null) return onSignedIn()
    setBusy(null)
    setProblem(failed)
  }
  if (personas.length === 0) return null
  return (
    <section aria-labelledby="personas-title" className="mt-8 border-t border-line pt-6">
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
              onClick={() => void press(persona)}
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
