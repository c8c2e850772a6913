import { useQuery } from '@tanstack/react-query'
import { consoleAccount } from '#contract/provider/merchants'
import { consoleOperationList } from '#contract/provider/operations'
import { t } from '../../platform/i18n/t.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { shopHref } from '../frame/operationHref.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { SearchBox } from '../frame/SearchBox.tsx'
import { OperationTable } from './OperationTable.tsx'

/** The operations of one shop: the newest, or those that match what is typed. */
export function OperationsPage({ params, search }: ConsolePageProps<'/console/merchants/{accountId}/shops/{merchantId}/operations'>) {
  const mode = search['mode'] === 'sandbox' ? 'sandbox' : 'live'
  const typed = search['search']?.slice(0, 120) ?? ''
  const account = useQuery(consoleQuery(consoleAccount, { params: { accountId: params.accountId } }))
  const list = useQuery(consoleQuery(consoleOperationList, { params: { ...params }, query: { search: typed, mode } }))
  const shop = account.data?.shops.find(({ id }) => id === params.merchantId)
  return (
    <ConsolePage
      title={t('console.section.operations')}
      lead={shop?.name}
      back={{ href: shopHref(params), label: account.data?.name ?? t('console.section.merchants') }}
    >
      <div className="flex flex-wrap items-end gap-4 pb-5">
        <SearchBox
          wide
          label={t('consoleMerchants.operations.search')}
          placeholder={t('consoleMerchants.operations.example')}
          value={typed}
        />
        <Field label={t('consoleMerchants.mode')} className="w-44">
          <Select value={mode} onChange={(event) => setSearch({ mode: event.target.value === 'sandbox' ? 'sandbox' : '' })}>
            <option value="live">{t('consoleMerchants.mode.live')}</option>
            <option value="sandbox">{t('consoleMerchants.mode.sandbox')}</option>
          </Select>
        </Field>
      </div>
      <ReadState read={list}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState title={t('consoleMerchants.operations.none')} />
          ) : (
            <OperationTable place={params} rows={results} />
          )
        }
      </ReadState>
    </ConsolePage>
  )
}
