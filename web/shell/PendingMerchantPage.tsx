import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import { useEffect } from 'react'
import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { askAgain } from './guardNavigation.ts'
import { refreshMerchant } from './merchantChanged.ts'
import type { Screen } from './screen.ts'
import { useSession } from './session.ts'

const askEveryMs = 15_000

/** A shop that waits for approval: what is done, who has the next step, and what can be done meanwhile. Updates itself. */
function PendingMerchant() {
  const { merchant } = useSession()
  const id = merchant?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setInterval(() => !document.hidden && refreshMerchant(id, askAgain), askEveryMs)
    return () => clearInterval(timer)
  }, [id])
  const { supportEmail, legalName } = settings().brand
  return (
    <section aria-labelledby="pending-title" className="grid max-w-[640px] gap-5 py-4">
      <h1 id="pending-title" className="font-display text-title-lg font-title tracking-tight">
        {t('shell.pending.title', { shop: merchant?.name ?? '' })}
      </h1>
      <p className="text-ink-2">{t('shell.pending.detail')}</p>
      <ol className="grid gap-3">
        <li className="flex items-start gap-2.5">
          <Check aria-hidden className="mt-0.5 text-accepted-solid" />
          <span>{t('shell.pending.received')}</span>
        </li>
        <li className="flex items-start gap-2.5 font-strong">
          <Clock aria-hidden className="mt-0.5 text-in-process-solid" />
          <span>{t('shell.pending.review', { provider: legalName })}</span>
        </li>
      </ol>
      <p className="text-ink-2">{t('shell.pending.meanwhile')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="filled" onClick={() => id !== undefined && refreshMerchant(id, askAgain)}>
          {t('shell.pending.ask')}
        </Button>
        <Button href={paths.settings()}>{t('shell.pending.settings')}</Button>
      </div>
      {supportEmail !== '' && <p className="text-md text-ink-3">{t('shell.pending.contact', { contact: supportEmail })}</p>}
    </section>
  )
}

export const PendingMerchantPage: Screen = { component: PendingMerchant }
