import Download from 'lucide-react/icons/download'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { consoleAccountExport, consoleAccountList } from '#contract/provider/merchants'
import { addressOf } from '../../platform/api/call.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { buttonClass } from '../../platform/ui/controls/buttonClass.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { usePages } from '../api/usePages.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { PagedRows } from '../frame/PagedRows.tsx'
import { SearchBox } from '../frame/SearchBox.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { InviteOwnerDialog } from './InviteOwnerDialog.tsx'
import { MerchantFilters } from './MerchantFilters.tsx'
import { filtersIn, noFilters } from './merchantQuery.ts'
import { MerchantTable } from './MerchantTable.tsx'

/** Every merchant, newest first; found by anything that is known of it. `?invite=yes` opens the dialog that invites one. */
export function MerchantsPage({ search }: ConsolePageProps) {
  const filters = filtersIn(search)
  const { may } = useStaff()
  const [inviting, setInviting] = useState(search['invite'] === 'yes')
  const stopInviting = () => {
    setInviting(false)
    setSearch({ invite: '' })
  }
  const list = usePages(consoleAccountList, { query: filters }, { refetchInterval: false })
  const count = list.data?.pages[0]?.count
  const filtered = Object.values(filters).some((value) => value !== undefined)
  return (
    <ConsolePage
      title={t('console.section.merchants')}
      lead={count !== undefined && t('consoleMerchants.count', { count })}
      actions={
        <>
          <a className={buttonClass('outlined')} href={addressOf(consoleAccountExport, {}, filters)} download>
            <Download aria-hidden />
            {t('consoleMerchants.download')}
          </a>
          {may('consoleOwnerInvite') && (
            <Button variant="filled" icon={<UserPlus aria-hidden />} onClick={() => setInviting(true)}>
              {t('consoleMerchants.invite')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-4 pb-5">
        <SearchBox label={t('consoleMerchants.search')} placeholder={t('consoleMerchants.searchExample')} value={filters.search ?? ''} />
        <MerchantFilters filters={filters} />
      </div>
      <PagedRows read={list} empty={<NothingFound filtered={filtered} />}>
        {(rows) => <MerchantTable rows={rows} busy={list.isPlaceholderData} />}
      </PagedRows>
      {inviting && <InviteOwnerDialog onClose={stopInviting} />}
    </ConsolePage>
  )
}

function NothingFound({ filtered }: { filtered: boolean }) {
  if (!filtered) return <EmptyState title={t('consoleMerchants.empty')}>{t('consoleMerchants.emptyLead')}</EmptyState>
  return (
    <EmptyState
      title={t('consoleMerchants.nothing')}
      actions={<Button onClick={() => setSearch(noFilters)}>{t('consoleMerchants.all')}</Button>}
    >
      {t('consoleMerchants.nothingLead')}
    </EmptyState>
  )
}
