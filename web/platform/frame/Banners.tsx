import { lazy, Suspense, useEffect } from 'react'
import { isLoopback } from '#domain/platform/loopback'
import { serverNow } from '../api/serverClock.ts'
import { settings } from '../api/settings.ts'
import { currentView } from '../api/viewAs.ts'
import { date, time } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { offlineSince } from '../outage/connection.ts'
import { modeQuestion } from '../navigation/modeQuestion.ts'
import { newVersion } from '../outage/newVersion.ts'
import { paths } from '../routes/paths.ts'
import { useSession } from '../session/session.ts'
import { pollAnnouncements } from '../session/startSession.ts'
import { useStore } from '../state/store.ts'

const ViewBanner = lazy(async () => ({ default: (await import('./ViewBanner.tsx')).ViewBanner }))
const ProviderViewBanner = lazy(async () => ({ default: (await import('./ProviderViewBanner.tsx')).ProviderViewBanner }))
const TillBar = lazy(async () => ({ default: (await import('./TillBar.tsx')).TillBar }))
const ModeQuestion = lazy(async () => ({ default: (await import('./ModeQuestion.tsx')).ModeQuestion }))

/** The banners above every page: messages of the provider, view as a role, shared till, network, new version, mode of the link. */
export function Banners() {
  const { account, merchant, mode } = useSession()
  const offline = useStore(offlineSince)
  const version = useStore(newVersion)
  const asks = useStore(modeQuestion) && merchant?.sandboxEnabled
  const view = currentView()
  const tries = merchant?.status === 'pending' && mode === 'sandbox'
  const demo = settings().demo && !isLoopback(location.hostname)
  const announced = (account.announcements ?? []).filter(
    (one) => (one.mode ?? mode) === mode && Date.parse(one.until) > serverNow().getTime(),
  )
  useNextAnnouncement(account.nextAnnouncementAt)
  const nothing =
    announced.length === 0 && !demo && !asks && !offline && !version && !view && !account.till && !account.providerViewUntil && !tries
  if (nothing && account.disabled === null) return null
  const contact = settings().brand.supportEmail
  return (
    <div className="shell-banners grid gap-2 px-9 pb-4 max-lg:px-6 max-md:px-4 print:hidden">
      {demo && (
        <Banner tone="warning">
          <b className="font-strong text-in-process-ink">{t('shell.demo.title')}</b> {t('shell.demo.detail')}
        </Banner>
      )}
      {announced.map(({ id, title, text }) => (
        <Banner key={id} title={title}>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </Banner>
      ))}
      {view && (
        <Suspense fallback={null}>
          <ViewBanner {...view} />
        </Suspense>
      )}
      {account.providerViewUntil && (
        <Suspense fallback={null}>
          <ProviderViewBanner until={account.providerViewUntil} />
        </Suspense>
      )}
      {account.till && (
        <Suspense fallback={null}>
          <TillBar till={account.till.name} />
        </Suspense>
      )}
      {asks && (
        <Suspense fallback={null}>
          <ModeQuestion />
        </Suspense>
      )}
      {tries && (
        <Banner
          title={t('shell.trial.title', { shop: merchant.name })}
          action={
            <Button size="small" href={paths.pendingMerchant(merchant.id)}>
              {t('shell.trial.state')}
            </Button>
          }
        >
          {t('shell.trial.detail')}
        </Banner>
      )}
      {offline && (
        <Banner tone="warning" live title={t('shell.offline.title')}>
          <span className="in-[:has([data-nothing-shown])]:hidden">{t('shell.offline.seen', { clock: time(offline.toISOString()) })} </span>
          {t('shell.offline.detail')}
        </Banner>
      )}
      {version && (
        <Banner
          live
          title={t('shell.version.title')}
          action={
            <Button size="small" onClick={() => location.reload()}>
              {t('shell.version.reload')}
            </Button>
          }
        >
          {t('shell.version.detail')}
        </Banner>
      )}
      {account.disabled !== null && (
        <Banner
          tone="warning"
          title={t(account.relationEnded ? 'shell.ended.title' : 'shell.disabled.title', { date: date(account.disabled) })}
        >
          {account.relationEnded
            ? t('shell.ended.detail')
            : contact === ''
              ? t('shell.disabled.detail')
              : t('shell.disabled.detailContact', { contact })}
        </Banner>
      )}
    </div>
  )
}

/** Reads the provider's messages again when the next one begins. */
function useNextAnnouncement(at: string | undefined): void {
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(() => void pollAnnouncements(), Math.max(0, Date.parse(at) - serverNow().getTime()) + 1_000)
    return () => clearTimeout(timer)
  }, [at])
}
