import { useEffect, useState } from 'react'
import { packageLinkConfirm, packageLinkFile, packageLinkStop, packageLinkView, type PackageLink } from '#contract/money/packageRecipients'
import { isDeadLink } from '../../platform/api/apiFailure.ts'
import { call } from '../../platform/api/call.ts'
import { settings } from '../../platform/api/settings.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { RetryBanner } from '../../platform/feedback/RetryBanner.tsx'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { saveFile } from '../../platform/lists/saveFile.ts'
import { sizeText } from '../../platform/lists/sizeText.ts'
import { setPageHead } from '../../platform/routes/pageHead.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { BrandMark } from '../../platform/ui/feedback/BrandMark.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'

let link: string | undefined

/** The link that this page was opened with: read once, and removed from the address. */
function heldLink(): string {
  link ??= location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname)
  return link
}

type State = { shown: PackageLink | null; error: unknown; busy: 'confirm' | 'stop' | 'file' | null }

const unread: State = { shown: null, error: null, busy: null }

/** The page of a link in an e-mail about a month's package, without session: to want it, to download it, or to get no more. */
function PackageLinkRoom() {
  const [held] = useState(heldLink)
  const [{ shown, error, busy }, setState] = useState<State>(unread)
  const reading = !shown && error === null
  useEffect(() => {
    setPageHead(t('shell.route.package'), 'live')
    if (!reading) return
    let closed = false
    call(packageLinkView, { link: held, mode: 'live', quiet: true }).then(
      (view) => closed || setState({ shown: view, error: null, busy: null }),
      (failure: unknown) => closed || setState({ shown: null, error: failure, busy: null }),
    )
    return () => void (closed = true)
  }, [held, reading])
  const run = async (what: NonNullable<State['busy']>, work: () => Promise<PackageLink | null>) => {
    if (busy !== null) return
    setState({ shown, error: null, busy: what })
    try {
      setState({ shown: (await work()) ?? shown, error: null, busy: null })
    } catch (failure) {
      setState({ shown, error: failure, busy: null })
    }
  }
  const callOptions = { link: held, mode: 'live', quiet: true } as const
  const download = (name: string) =>
    run('file', async () => {
      saveFile(await call(packageLinkFile, callOptions), name)
      return null
    })
  return (
    <main id="contenido" className="mx-auto grid max-w-md gap-6 px-4 py-10">
      <BrandMark brand={settings().brand} />
      {reading && (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton width={280} className="h-9" />
          <Skeleton width={320} />
        </div>
      )}
      {!shown && isDeadLink(error) && <Words title={t('reports.packages.dead')} lead={failureMessage(error)} />}
      {!shown && error !== null && !isDeadLink(error) && (
        <>
          <h1 className="font-display text-title-lg font-title tracking-tight">{t('shell.route.package')}</h1>
          <RetryBanner error={error} onRetry={() => setState(unread)} />
        </>
      )}
      {shown && (
        <>
          {shown.file ? (
            <Words
              title={t('reports.packages.file.title', { shop: shown.shop })}
              lead={t('reports.packages.file.lead', {
                from: date(shown.file.from),
                to: date(shown.file.to),
                until: date(shown.file.expiresAt),
              })}
            />
          ) : (
            <Words
              title={t(`reports.packages.${shown.state}.title`, { shop: shown.shop })}
              lead={t(`reports.packages.${shown.state}.lead`, { shop: shown.shop })}
            />
          )}
          {error !== null && <ErrorBanner>{failureMessage(error)}</ErrorBanner>}
          <div className="flex flex-wrap gap-2 max-md:*:w-full empty:hidden">
            {shown.file && (
              <Button variant="filled" size="large" busy={busy === 'file'} onClick={() => void download(shown.file?.name ?? '')}>
                {t('reports.packages.file.take', { size: sizeText(shown.file.sizeBytes) })}
              </Button>
            )}
            {shown.state === 'asked' && (
              <Button
                variant="filled"
                size="large"
                busy={busy === 'confirm'}
                onClick={() => void run('confirm', () => call(packageLinkConfirm, callOptions))}
              >
                {t('reports.packages.confirm')}
              </Button>
            )}
            {shown.state !== 'stopped' && (
              <Button
                variant={shown.state === 'asked' ? 'quiet' : 'outlined'}
                size="large"
                busy={busy === 'stop'}
                onClick={() => void run('stop', () => call(packageLinkStop, callOptions))}
              >
                {t(shown.state === 'asked' ? 'reports.packages.refuse' : 'reports.packages.stop')}
              </Button>
            )}
          </div>
        </>
      )}
    </main>
  )
}

function Words({ title, lead }: { title: string; lead: string }) {
  return (
    <div className="grid gap-2" role="status">
      <h1 className="font-display text-title-lg font-title tracking-tight wrap-anywhere">{title}</h1>
      <p className="text-ink-2 wrap-anywhere">{lead}</p>
    </div>
  )
}

/** Reads the link before the router rewrites the address without its fragment. */
function loader(): void {
  heldLink()
}

export const PackageLinkPage: Screen = { component: PackageLinkRoom, loader }
