import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleAccount, type ConsoleAccountDetail } from '#contract/provider/merchants'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { AccountActions } from './AccountActions.tsx'
import { ActivitySection } from './ActivitySection.tsx'
import { type AccountAct, AccountDialogs } from './AccountDialogs.tsx'
import { MerchantFacts } from './MerchantFacts.tsx'
import { stateKinds } from './merchantState.ts'
import { NotesSection } from './NotesSection.tsx'
import { PapersSection } from './PapersSection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { RequirementsSection } from './RequirementsSection.tsx'
import { ShopSection } from './ShopSection.tsx'

/** One merchant: what it is, what is due, its people, shops, papers and activity, and what staff may do. */
export function MerchantPage({ params: { accountId }, search }: ConsolePageProps<'/console/merchants/{accountId}'>) {
  const read = useQuery(consoleQuery(consoleAccount, { params: { accountId } }))
  // With personal data, as long as this page stays open.
  const [revealed, setRevealed] = useState<ConsoleAccountDetail | null>(null)
  const [act, setAct] = useState<AccountAct | null>(null)
  const shown = revealed?.id === accountId ? revealed : read.data
  return (
    <ConsolePage
      title={shown === undefined ? '' : shown.name === '' ? t('consoleMerchants.nameless') : shown.name}
      back={{ href: '/console/merchants', label: t('console.section.merchants') }}
      lead={shown && <StateBadge account={shown} />}
      actions={shown && <AccountActions account={shown} onAct={setAct} />}
    >
      <ReadState read={read}>
        {(current) => {
          const account = revealed?.id === accountId ? { ...current, ...personalOf(revealed) } : current
          const shop = account.shops.find(({ id }) => id === search['shop']) ?? account.shops[0]
          return (
            <div className="grid gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
              <div className="grid min-w-0 content-start gap-9">
                <RequirementsSection account={account} />
                {shop && <ShopSection account={account} shop={shop} onShop={(id) => setSearch({ shop: id })} onAct={setAct} />}
                <PeopleSection account={account} onAct={setAct} />
                <PapersSection account={account} />
                <ActivitySection accountId={accountId} />
              </div>
              <aside className="grid min-w-0 content-start gap-9 max-lg:md:grid-cols-2 lg:border-l lg:border-line lg:pl-8">
                <MerchantFacts account={account} />
                <NotesSection account={account} />
              </aside>
              {act && <AccountDialogs act={act} account={account} onClose={() => setAct(null)} onRevealed={setRevealed} />}
            </div>
          )
        }}
      </ReadState>
    </ConsolePage>
  )
}

/** What was opened with a reason; everything else comes from the newest read. */
const personalOf = ({ masked, company, holder, people, bankAccounts }: ConsoleAccountDetail) => ({
  masked,
  company,
  holder,
  people,
  bankAccounts,
})

function StateBadge({ account: { state, disabledAt, endedOn } }: { account: ConsoleAccountDetail }) {
  const since = endedOn ?? disabledAt
  return (
    <span className="flex flex-wrap items-center gap-3">
      <StatusBadge shape="pill" kind={stateKinds[state]} label={t(`consoleMerchants.state.${state}`)} />
      {since !== null && <span className="text-md">{t('consoleMerchants.sinceDay', { date: date(since) })}</span>}
    </span>
  )
}
