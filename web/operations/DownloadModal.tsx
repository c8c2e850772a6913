import { useQuery } from '@tanstack/react-query'
import { operationDownload } from '#contract/operations'
import { call } from '../api/call.ts'
import { t } from '../i18n/t.ts'
import { activeFilters } from '../operation/activeFilters.ts'
import { ExportDialog } from '../operation/ExportDialog.tsx'
import { filterText } from '../operation/filterText.ts'
import { filtersOf, listSearch, readListQuery } from '../operation/listQuery.ts'
import { countsRead } from '../operation/operationReads.ts'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import { go } from '../shell/go.ts'
import type { Screen } from '../shell/screen.ts'
import { useAddress } from '../shell/useAddress.ts'
import { countOf } from './countOperations.ts'
import { countText } from './countText.ts'

const formats = ['csv', 'xlsx'] as const

/** Downloads exactly the list beneath: its filters in words, its count on the button (specification §2, download modal). */
function Download() {
  const { merchantId, sandbox, flag } = useShop()
  const { search } = useAddress()
  const { query } = readListQuery(search)
  const { data: counts } = useQuery(countsRead(merchantId, query))
  const total = counts ? countOf(counts.substatuses, { category: query.status, substatus: query.substatus }) : null
  const names = activeFilters(query)
  const verb =
    total === null
      ? t('operations.downloadModal.buttonPlain')
      : total.more
        ? t('operations.downloadModal.buttonMore', { count: total.count })
        : t('operations.downloadModal.button', { count: total.count })
  return (
    <ExportDialog
      title={t('operations.downloadModal.title')}
      subtitle={t('operations.downloadModal.subtitle')}
      formats={formats}
      note={t(sandbox ? 'operations.downloadModal.sandboxNote' : 'operations.downloadModal.note')}
      verb={verb}
      disabledReason={total?.count === 0 ? t('operations.downloadModal.nothing') : null}
      fetchFile={(format, more) => call(operationDownload, { params: { merchantId }, query: { ...filtersOf(query), format }, ...more })}
      nameOf={(format) => `operaciones.${format}`}
      onClose={() => go(paths.operations(merchantId, { ...listSearch(query), ...flag }), { keepScroll: true })}
    >
      <section className="pb-5">
        <h3 className="pb-1.5 text-sm font-medium text-ink-2">{t('operations.downloadModal.what')}</h3>
        <ul className="text-base">
          {names.length === 0 && <li>{t('operations.downloadModal.everything')}</li>}
          {names.map((name) => (
            <li key={name}>{filterText(query, name)}</li>
          ))}
        </ul>
        {total && <p className="pt-1.5 text-md text-ink-3">{countText(total)}</p>}
      </section>
    </ExportDialog>
  )
}

export const DownloadModal: Screen = { component: Download }
