import { settlementDownloadMany } from '#contract/money/settlements'
import { call } from '../../platform/api/call.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ExportDialog } from '../../platform/lists/ExportDialog.tsx'
import { useKeptFiles } from '../../platform/lists/useKeptFiles.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { settlementFormats } from './settlementFormats.ts'
import { settlementSearch, type SettlementQuery } from './settlementQuery.ts'

/** Days ahead of today: settlements are listed before their value date, which a long weekend delays. */
const VALUE_AHEAD_DAYS = 7

type SettlementsDownloadModalProps = { query: SettlementQuery; count: number; onClose: () => void }

/** Downloads all settlements of the current list as a zip. */
export function SettlementsDownloadModal({ query, count, onClose }: SettlementsDownloadModalProps) {
  const { merchantId, flag } = useMerchant()
  const { from, to, open } = query
  const background = useKeptFiles<(typeof settlementFormats)[number]>({
    type: 'settlement_files',
    days: query,
    aheadDays: VALUE_AHEAD_DAYS,
    filters: open ? [{ key: 'collected', value: 'no' }] : [],
    hrefOf: (days) => paths.settlements(merchantId, { ...settlementSearch({ ...query, ...days, page: 1 }), dialog: 'download', ...flag }),
  })
  return (
    <ExportDialog
      title={t('settlements.files.manyTitle')}
      subtitle={t('settlements.files.manySubtitle')}
      formats={settlementFormats}
      note={t('shell.zone')}
      verb={t('invoices.files.verb', { count })}
      fetchFile={(format, more) =>
        call(settlementDownloadMany, {
          params: { merchantId },
          query: { ...(from && { from }), ...(to && { to }), ...(open && { collected: 'no' as const }), format },
          ...more,
        })
      }
      nameOf={() => 'liquidaciones.zip'}
      onClose={onClose}
      background={background}
    >
      <p className="pb-4 text-md text-ink-2">{t('settlements.files.manyWhat', { count, days: daysText(query) })}</p>
    </ExportDialog>
  )
}

function daysText({ from, to, open }: SettlementQuery): string {
  const days = rangeText({ from, to })
  return open ? t('settlements.openOf', { days }) : days
}

function rangeText({ from, to }: Pick<SettlementQuery, 'from' | 'to'>): string {
  if (from && to) return t('settlements.period', { from: date(from), to: date(to) })
  if (from) return t('settlements.since', { from: date(from) })
  return to ? t('settlements.until', { to: date(to) }) : t('settlements.always')
}
