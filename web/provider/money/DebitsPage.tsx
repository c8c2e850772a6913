import { consoleDebitList } from '#contract/provider/moneyDebts'
import { t } from '../../platform/i18n/t.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { usePages } from '../api/usePages.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { PagedRows } from '../frame/PagedRows.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { DebitTable } from './DebitTable.tsx'
import { MoneySearch, nothingFound, searchedFor } from './MoneySearch.tsx'

const choices = ['open', 'failed', 'booked'] as const

/** Direct debits of what shops owe, the latest day first. */
export function DebitsPage({ search }: ConsolePageProps) {
  const which = choices.find((one) => one === search['which'])
  const query = { search: searchedFor(search), which }
  const list = usePages(consoleDebitList, { query })
  return (
    <ConsolePage title={t('money.debits')}>
      <SectionTabs section="money" />
      <div className="flex flex-wrap items-end gap-4 pb-5">
        <MoneySearch value={query.search} label={t('money.debits.search')} example={t('money.debits.example')} />
        <Field label={t('shell.heading.state')} className="w-52">
          <Select value={which ?? ''} onChange={(event) => setSearch({ which: event.target.value })}>
            <option value="">{t('money.any')}</option>
            {choices.map((one) => (
              <option key={one} value={one}>
                {t(`money.debits.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <PagedRows read={list} empty={<EmptyState title={nothingFound(query.search !== '' || which !== undefined)} />}>
        {(rows) => <DebitTable rows={rows} busy={list.isPlaceholderData} />}
      </PagedRows>
    </ConsolePage>
  )
}
