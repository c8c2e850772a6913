import { addMonths, localDate, madridDay } from '#domain/platform/dates'
import { merchantNow } from '../../platform/api/merchantNow.ts'
import { monthText } from '../../platform/i18n/calendar.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { PackageRecipients } from './PackageRecipients.tsx'
import type { ReportsQuery } from './reportsQuery.ts'

const files = ['invoices', 'facturae', 'settlements', 'reconciliation', 'journal', 'manifest'] as const

/** The accountant's package of last month: asked for in one step, sent each month, and what each of its files is. */
export function PackageCard({ hrefOf }: { hrefOf: (change: Partial<ReportsQuery>) => string }) {
  const { may } = useMerchant()
  const month = monthText(addMonths(localDate(`${madridDay(merchantNow()).slice(0, 7)}-01`), -1))
  if (!may('reportCreate')) return null
  return (
    <section aria-labelledby="package-title" className="my-5 rounded-2 border border-line p-5 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="grid gap-1">
          <h2 id="package-title" className="text-title-sm leading-snug font-strong">
            {t('reports.package.title', { month })}
          </h2>
          <p className="text-md text-ink-2">{t('reports.about.month_package')}</p>
        </div>
        <div className="flex flex-wrap gap-1.5 md:ml-auto">
          <Button variant="quiet" href={hrefOf({ view: 'schedules', dialog: 'schedule' })}>
            {t('reports.package.monthly')}
          </Button>
          <Button variant="outlined" href={hrefOf({ dialog: 'package' })}>
            {t('reports.package.ask')}
          </Button>
        </div>
      </div>
      <PackageRecipients />
      <details className="pt-3">
        <summary className="w-fit cursor-pointer text-md text-ink-2 underline-offset-3 hover:underline max-md:leading-11">
          {t('reports.package.what')}
        </summary>
        <dl className="grid gap-x-6 gap-y-2 pt-3 text-md md:grid-cols-[auto_minmax(0,1fr)]">
          {files.map((file) => (
            <div key={file} className="contents">
              <dt className="font-medium max-md:pt-2">{t(`reports.package.${file}.name`)}</dt>
              <dd className="text-ink-2">{t(`reports.package.${file}.is`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
