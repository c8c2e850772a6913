import { useQuery, useQueryClient } from '@tanstack/react-query'
import { operationDownload } from '#contract/sales/operations'
import { reportCreate } from '#contract/money/reports'
import { REPORT_DAYS } from '#domain/money/report'
import { call } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { activeFilters } from '../../platform/lists/activeFilters.ts'
import { ExportDialog } from '../../platform/lists/ExportDialog.tsx'
import { filterText } from '../../platform/lists/filterText.ts'
import { filtersOf, listSearch, readListQuery, type ListQuery } from '../../platform/lists/listQuery.ts'
import { totalsRead } from '../operationStatus/operationReads.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { backgroundExport, longestDays } from './backgroundExport.ts'
import { countAtLeast } from './countOperations.ts'
import { countText } from './countText.ts'
import type { BackgroundExport } from '../../platform/lists/useBackgroundExport.ts'

const formats = ['csv', 'xlsx', 'json'] as const
type Format = (typeof formats)[number]

/** Exports the current list: its filters in words, its count and sum on the button. */
function Download() {
  const { merchantId, sandbox, flag } = useMerchant()
  const { search } = useAddress()
  const { query } = readListQuery(search)
  const { data: totals } = useQuery(totalsRead(merchantId, query))
  const background = useBackground(query)
  const names = activeFilters(query)
  const counted = totals && (totals.capped ? countAtLeast(totals.count) : { count: totals.count, more: false })
  const sum = totals && totals.totalAmount !== null ? { count: totals.count, amount: money(totals.totalAmount) } : null
  return (
    <ExportDialog
      title={t('operations.downloadModal.title')}
      subtitle={t('operations.downloadModal.subtitle')}
      formats={formats}
      note={t(sandbox ? 'operations.downloadModal.sandboxNote' : 'operations.downloadModal.note')}
      verb={sum ? t('operations.downloadModal.button', sum) : t('operations.downloadModal.buttonPlain')}
      disabledReason={sum?.count === 0 ? t('operations.downloadModal.nothing') : null}
      fetchFile={(format, more) => call(operationDownload, { params: { merchantId }, query: { ...filtersOf(query), format }, ...more })}
      nameOf={(format) => `operaciones.${format}`}
      onClose={() => go(paths.operations(merchantId, { ...listSearch(query), ...flag }), { keepScroll: true })}
      background={background}
    >
      <section className="pb-5">
        <h3 className="pb-1.5 text-sm font-medium text-ink-2">{t('operations.downloadModal.what')}</h3>
        <ul className="text-base">
          {names.length === 0 && <li>{t('operations.downloadModal.everything')}</li>}
          {names.map((name) => (
            <li key={name}>{filterText(query, name)}</li>
          ))}
        </ul>
        {/* Reserves its line from the start, to avoid a layout shift. */}
        <p className="min-h-7 pt-1.5 text-md text-ink-3">
          {sum
            ? t('operations.downloadModal.total', sum)
            : counted && t('operations.downloadModal.all', { operations: countText(counted) })}
        </p>
      </section>
    </ExportDialog>
  )
}

/** The same list as a background report, for members who may create one; without dates it gets the longest allowed range. */
function useBackground(query: ListQuery): BackgroundExport<Format> | undefined {
  const { merchantId, may, flag } = useMerchant()
  const client = useQueryClient()
  const now = useNow()
  if (!may('reportCreate')) return undefined
  const order = backgroundExport(query, now)
  const longest = paths.operationsDownload(merchantId, { ...listSearch({ ...query, ...longestDays(now) }), ...flag })
  return {
    blocked:
      order === null ? (
        <>
          {t('operations.downloadModal.days', { count: REPORT_DAYS })}{' '}
          <Anchor href={longest} className={linkClass}>
            {t('operations.downloadModal.lastDays', { count: REPORT_DAYS })}
          </Anchor>
        </>
      ) : null,
    start: async (format, key) => {
      if (order === null) return
      await write(reportCreate, { params: { merchantId }, body: { type: 'operations', format, ...order }, key })
      await client.invalidateQueries({ queryKey: ['reportList'] })
      go(paths.reports(merchantId, flag))
    },
  }
}

export const DownloadModal: Screen = { component: Download }
