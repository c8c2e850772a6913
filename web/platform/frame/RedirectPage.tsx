import { useEffect, useState } from 'react'
import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { BrandMark } from '../ui/feedback/BrandMark.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { redirectToOnboarding, redirectTimeoutMs } from '../routes/externalRedirect.ts'
import { setPageHead } from '../routes/pageHead.ts'
import { signOut } from '../session/signOut.ts'

/** Shown during an external redirect: where and why; after ten seconds it becomes an error with retry. Without an address: who can continue. */
export function RedirectPage({ href }: { href: string | null }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setPageHead(t('shell.route.onboarding'), 'live')
    if (href === null) return
    const timer = setTimeout(() => setLate(true), redirectTimeoutMs)
    return () => clearTimeout(timer)
  }, [href])
  const retry = () => {
    setLate(false)
    redirectToOnboarding()
  }
  const contact = settings().brand.supportEmail
  return (
    <main id="contenido" className="mx-auto grid max-w-[560px] gap-5 px-4 py-14">
      <BrandMark brand={settings().brand} />
      <h1 className="font-display text-title-lg font-title tracking-tight">{t('shell.leaving.title')}</h1>
      <p className="text-ink-2">{t(href === null ? 'shell.leaving.owner' : 'shell.leaving.why')}</p>
      {href !== null && !late && <p role="status">{t('shell.leaving.going', { host: new URL(href).host })}</p>}
      {late && (
        <Banner tone="error" live title={t('shell.leaving.late')}>
          {contact !== '' && t('shell.leaving.contact', { contact })}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {href !== null && !late && (
          <Button variant="filled" onClick={() => location.assign(href)}>
            {t('shell.leaving.now')}
          </Button>
        )}
        {href !== null && late && (
          <Button variant="filled" onClick={retry}>
            {t('shell.retry')}
          </Button>
        )}
        <Button onClick={() => void signOut()}>{t('shell.user.signOut')}</Button>
      </div>
    </main>
  )
}
