import { useEffect, useState } from 'react'
import { languageCookieName, languageNames } from '#domain/platform/languages'
import { chooseLanguage } from '../../platform/api/languageCookie.ts'
import { readSession } from '../../platform/api/sessionCookie.ts'
import { settings } from '../../platform/api/settings.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { t } from '../../platform/i18n/t.ts'
import { publicPaths } from '../../platform/routes/publicPaths.ts'
import { matchRoute } from '../../platform/routes/matchRoute.ts'
import { safeRedirect } from '../../platform/routes/safeRedirect.ts'
import { SignInForm } from '../../platform/session/SignInForm.tsx'
import { LanguageSelect } from '../../platform/ui/controls/LanguageSelect.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { ForgottenForm } from './ForgottenForm.tsx'
import { Personas } from './Personas.tsx'

const wayBack = (): string => safeRedirect(new URLSearchParams(location.search).get('redirect'), location.origin)

/** The title of the page that the user will return to; null for the start page. */
function sectionOfWayBack(): string | null {
  const back = wayBack()
  const row = matchRoute(new URL(back, location.origin).pathname)?.row
  return back === '/' || !row ? null : t(`shell.route.${row.title}` as 'shell.route.operations') // every title of the route table has its text
}

/** The sign-in page; afterwards it returns to the requested page. */
export function SignInPage() {
  const [forgotten, setForgotten] = useState<string | null>(null)
  const enter = () => location.replace(wayBack())
  useEffect(() => {
    if (readSession()) location.replace(wayBack())
  }, [])
  if (forgotten !== null) return <ForgottenForm email={forgotten} onBack={() => setForgotten(null)} />
  const section = sectionOfWayBack()
  const { demo, languages } = settings()
  return (
    <SignInFrame title={t('session.title')} lead={t('session.lead')}>
      <SignInForm onForgotten={setForgotten} onSignedIn={enter} />
      {section && <p className="mt-6 text-sm text-ink-3">{t('session.wayBack', { section })}</p>}
      {demo && <Personas onSignedIn={enter} />}
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
