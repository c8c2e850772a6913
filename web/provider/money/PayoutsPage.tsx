import { consoleSettlementList, type PayoutState } from '#contract/provider/moneySettlements'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { usePages } from '../api/usePages.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { PagedRows } from '../frame/PagedRows.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { MoneySearch, nothingFound, searchedFor } from './MoneySearch.tsx'
import { SettlementTable } from './SettlementTable.tsx'

const payoutStates: readonly PayoutState[] = ['waiting', 'in_file', 'sent', 'paid', 'returned']

/** The payments to shops, the newest value day first. `?file=` shows those of one file. */
export function PayoutsPage({ search }: ConsolePageProps) {
  const payout = payoutStates.find((state) => state === search['state'])
  const query = { search: searchedFor(search), payout, file: search['file'], paid: 'yes' } as const
  const list = usePages(consoleSettlementList, { query })
  const isFiltered = query.search !== '' || payout !== undefined || query.file !== undefined
  return (
    <ConsolePage title={t('money.payouts')} lead={query.file && <code className="font-code text-sm wrap-anywhere">{query.file}</code>}>
      <SectionTabs section="money" />
      <div className="flex flex-wrap items-end gap-4 pb-5">
        <MoneySearch value={query.search} label={t('money.settlements.search')} example={t('money.settlements.example')} />
        {query.file && <Button onClick={() => setSearch({ file: '' })}>{t('money.payouts.allFiles')}</Button>}
        <Field label={t('shell.heading.state')} className="w-44">
          <Select value={payout ?? ''} onChange={(event) => setSearch({ state: event.target.value })}>
            <option value="">{t('money.any')}</option>
            {payoutStates.map((state) => (
              <option key={state} value={state}>
                {t(`money.payout.${state}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <PagedRows read={list} empty={<EmptyState title={nothingFound(isFiltered)} />}>
        {(rows) => <SettlementTable rows={rows} caption={t('money.payouts')} busy={list.isPlaceholderData} />}
      </PagedRows>
    </ConsolePage>
  )
}
