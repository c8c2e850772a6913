import { useQuery } from '@tanstack/react-query'
import FilePlus from 'lucide-react/icons/file-plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useMemo } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { useCommands } from '../../platform/quickActions/commands.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Tabs } from '../../platform/ui/controls/Tabs.tsx'
import { PackageCard } from './PackageCard.tsx'
import { ReportDialogs } from './ReportDialogs.tsx'
import { ReportHistory } from './ReportHistory.tsx'
import { reportListRead, scheduleListRead } from './reportReads.ts'
import { ReportSchedules } from './ReportSchedules.tsx'
import { defaultReportsQuery, readReportsQuery, reportsSearch, type ReportsQuery } from './reportsQuery.ts'

/** Prefetches the page's data. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const merchantId = params['merchantId'] ?? ''
  void queryClient.prefetchQuery(reportListRead(merchantId, readReportsQuery(search).page))
  void queryClient.prefetchQuery(scheduleListRead(merchantId))
}

/** Background reports: history, schedules and new requests. */
function Reports() {
  const { merchantId, sandbox, flag } = useMerchant()
  const { search } = useAddress()
  const query = useMemo(() => readReportsQuery(search), [search])
  const schedules = useQuery(scheduleListRead(merchantId))
  const hrefOf = (change: Partial<ReportsQuery>) =>
    paths.reports(merchantId, { ...reportsSearch({ ...query, dialog: null, id: null, ...change }), ...flag })
  const close = () => go(hrefOf({}), { replace: true, keepScroll: true })
  const commands = useMemo(
    () => [
      { key: 'askReport', label: t('reports.ask'), run: () => go(paths.reports(merchantId, { dialog: 'ask', ...flag })) },
      { key: 'checkReport', label: t('reports.check'), run: () => go(paths.reports(merchantId, { dialog: 'check', ...flag })) },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the flag changes with the mode only
    [merchantId, sandbox],
  )
  useCommands(commands)
  const scheduled = query.view === 'schedules'

  return (
    <section aria-labelledby="reports-title">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-3 pb-3">
        <h1 id="reports-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
          {t('reports.title')}
        </h1>
        <div className="ml-auto flex flex-wrap items-center gap-1.5 max-md:w-full max-md:justify-between">
          <Button variant="quiet" className="max-md:-ml-3.75" icon={<ShieldCheck aria-hidden />} href={hrefOf({ dialog: 'check' })}>
            {t('reports.check')}
          </Button>
          <Button variant="filled" icon={<FilePlus aria-hidden />} href={hrefOf({ dialog: scheduled ? 'schedule' : 'ask' })}>
            {t(scheduled ? 'reports.schedule' : 'reports.ask')}
          </Button>
        </div>
      </header>
      <Tabs
        label={t('reports.views')}
        tabs={[
          { href: hrefOf({ ...defaultReportsQuery }), label: t('reports.view.history'), current: !scheduled },
          {
            href: hrefOf({ ...defaultReportsQuery, view: 'schedules' }),
            label: t('reports.view.schedules'),
            count: schedules.data?.length ?? null,
            current: scheduled,
          },
        ]}
        aside={<span className="max-md:hidden">{t('shell.zone')}</span>}
      />
      {sandbox && (
        <div className="pt-4">
          <Banner tone="sandbox">{t('reports.sandbox')}</Banner>
        </div>
      )}
      {!scheduled && <PackageCard hrefOf={hrefOf} />}
      {scheduled ? <ReportSchedules hrefOf={hrefOf} /> : <ReportHistory page={query.page} hrefOf={hrefOf} />}
      <ReportDialogs
        query={query}
        hrefOf={hrefOf}
        onClose={close}
        onAsked={() => go(hrefOf({ ...defaultReportsQuery }), { replace: true })}
      />
    </section>
  )
}

export const ReportsPage: Screen = { component: Reports, loader }
