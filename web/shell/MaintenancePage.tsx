import { useEffect, useState } from 'react'
import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { Button } from '../ui/Button.tsx'
import { pageTitle } from './pageTitle.ts'
import type { Screen } from './screen.ts'
import { wayBack } from './startWays.ts'

const askEveryMs = 15_000

/** Whether the server works again. */
async function isBack(): Promise<boolean> {
  const response = await fetch(`${settings().hosts.vendorApiUrl}/readyz`, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  return response.ok
}

/** Leaves by a fresh load, so that nothing that failed before lingers. */
function goBack(): void {
  const back = wayBack()
  location.replace(back === paths.maintenance() ? paths.root() : back)
}

/** Asks once and leaves if it is over. */
async function ask(setAsking: (asking: boolean) => void): Promise<void> {
  setAsking(true)
  const back = await isBack().catch(() => false)
  setAsking(false)
  if (back) goBack()
}

/** Maintenance (specification §8, 503): asks every 15 seconds and goes back to the exact page. */
function Maintenance() {
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    pageTitle('maintenance')
    const timer = setInterval(() => void ask(setAsking), askEveryMs)
    return () => clearInterval(timer)
  }, [])
  const contact = settings().brand.supportEmail
  return (
    <main id="contenido" className="mx-auto grid max-w-[560px] gap-5 px-4 py-14">
      <BrandMark name={settings().brand.name} />
      <h1 className="font-display text-title-lg font-title tracking-tight">{t('shell.maintenance.title')}</h1>
      <p className="text-ink-2">{t('shell.maintenance.detail')}</p>
      <p className="text-ink-2">{t('shell.maintenance.money')}</p>
      <div>
        <Button variant="filled" busy={asking} busyLabel={t('shell.maintenance.asking')} onClick={() => void ask(setAsking)}>
          {t('shell.maintenance.ask')}
        </Button>
      </div>
      <p role="status" className="text-md text-ink-3">
        {t('shell.maintenance.automatic')}
      </p>
      {contact !== '' && <p className="text-md text-ink-3">{t('shell.maintenance.contact', { contact })}</p>}
    </main>
  )
}

export const MaintenancePage: Screen = { component: Maintenance }
