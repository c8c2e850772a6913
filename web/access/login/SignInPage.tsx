import { useEffect, useState } from 'react'
import { languageCookieName, languageNames } from '#domain/platform/languages'
import { chooseLanguage } from '../../platform/api/languageCookie.ts'
import { settings } from '../../platform/api/settings.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { t } from '../../platform/i18n/t.ts'
import { publicPaths } from '../../platform/routes/publicPaths.ts'
import { loadSteps, SignInForm } from '../../platform/session/SignInForm.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { LanguageSelect } from '../../platform/ui/controls/LanguageSelect.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { SignInFrame } from './SignInFrame.tsx'
import type { ForgottenForm } from './ForgottenForm.tsx'
import { Personas } from './Personas.tsx'

/** The sign-in page; afterwards it returns to the requested page. */
export function SignInPage() {
  const [forgotten, setForgotten] = useState<{ Form: typeof ForgottenForm; email: string } | null>(null)
  const [unreachable, setUnreachable] = useState(false)
  const [atSecondStep, setAtSecondStep] = useState(false)
  const [section, setSection] = useState<string | null>(null)
  const enter = () =>
    void loadSteps().then(
      ({ goBack }) => goBack(),
      () => location.replace('/'),
    )
  const openForgotten = (email: string) =>
    void import('./ForgottenForm.tsx').then(
      ({ ForgottenForm: Form }) => setForgotten({ Form, email }),
      () => setUnreachable(true),
    )
  useEffect(() => {
    const arrive = (steps: Awaited<ReturnType<typeof loadSteps>>) => {
      steps.goBackIfSignedIn()
      setSection(steps.sectionOfWayBack())
    }
    loadSteps().then(arrive, () => {}) // loaded again when the form is sent
  }, [])
  if (forgotten) return <forgotten.Form email={forgotten.email} onBack={() => setForgotten(null)} />
  const { demo, languages, signUp } = settings()
  return (
    <SignInFrame title={t('session.title')} lead={t('session.lead')}>
      <SignInForm onForgotten={openForgotten} onSecondStep={setAtSecondStep} onSignedIn={enter} />
      {unreachable && (
        <div className="mt-5">
          <ErrorBanner>{t('session.error.noConnection')}</ErrorBanner>
        </div>
      )}
      {/* Reserves its line, to avoid a layout shift. */}
      {location.search.includes('redirect=') && (
        <p className="mt-6 min-h-5 text-sm text-ink-3">{section && t('session.wayBack', { section })}</p>
      )}
      {signUp && !atSecondStep && (
        <p className="mt-6">
          <Button size="large" wide onClick={() => location.assign(publicPaths.signUp())}>
            {t('session.signUp')}
          </Button>
        </p>
      )}
      {demo && !atSecondStep && <Personas onSignedIn={enter} />}
      <p className="mt-6 flex flex-wrap items-center justify-between gap-x-6 text-sm">
        <a className={`${linkClass} inline-flex min-h-6 items-center max-md:min-h-11`} href={publicPaths.accessibility()}>
          {t('accessibility.link')}
        </a>
        <LanguageSelect
          label={t('settings.language')}
          choices={languages.map((code) => ({ code, name: languageNames[code] }))}
          chosen={pageLanguage()}
          onChoose={(code) => chooseLanguage(languageCookieName, code)}
        />
      </p>
    </SignInFrame>
  )
}
