import { useEffect } from 'react'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { rerunGuards } from '../../platform/navigation/guardNavigation.ts'
import { goInSandbox, refreshMerchant } from '../../platform/navigation/merchantChanged.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { pendingPapersRead, pendingRead } from './onboardingReads.ts'
import { PendingPapers } from './PendingPapers.tsx'
import { PendingSteps } from './PendingSteps.tsx'

const askEveryMs = 15_000

/** Starts the reads about the review, for owners. */
function loader({ queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(pendingRead())
  void queryClient.prefetchQuery(pendingPapersRead())
}

/** A merchant waiting for approval: who acts next, how long it usually takes, and what is still missing. It polls for changes. */
function PendingMerchant() {
  const { merchant, may } = useSession()
  const id = merchant?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setInterval(() => !document.hidden && refreshMerchant(id, rerunGuards), askEveryMs)
    return () => clearInterval(timer)
  }, [id])
  const { supportEmail } = settings().brand
  const isOwner = may('onboardingState')
  const mayTry = merchant?.sandboxEnabled === true && may('checkoutOfflineCreate')
  return (
    <section aria-labelledby="pending-title" className="grid max-w-md gap-7 py-4">
      <div className="grid gap-2">
        <h1 id="pending-title" className="font-display text-title-lg font-title tracking-tight">
          {t('shell.pending.title', { shop: merchant?.name ?? '' })}
        </h1>
        <p className="text-ink-2">{t('shell.pending.detail')}</p>
      </div>
      <PendingSteps isOwner={isOwner} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-3 bg-sunken p-4">
        <p className="min-w-0 flex-1 basis-64 text-ink-2">{t(mayTry ? 'shell.pending.meanwhileTry' : 'shell.pending.meanwhile')}</p>
        {mayTry && id !== undefined && (
          <Button variant="filled" onClick={() => goInSandbox(paths.checkoutOffline(id, { view: 'counter' }))}>
            {t('shell.pending.try')}
          </Button>
        )}
      </div>
      {isOwner && <PendingPapers />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => id !== undefined && refreshMerchant(id, rerunGuards, 0)}>{t('shell.pending.ask')}</Button>
        <Button href={paths.settings()}>{t('shell.pending.settings')}</Button>
      </div>
      {supportEmail !== '' && <p className="text-md text-ink-3">{t('shell.pending.contact', { contact: supportEmail })}</p>}
    </section>
  )
}

export const PendingMerchantPage: Screen = { component: PendingMerchant, loader }
