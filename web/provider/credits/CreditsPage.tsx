import { useQuery } from '@tanstack/react-query'
import { consoleCreditList, creditLists, type ListedCredit } from '#contract/provider/credits'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { creditKinds, nextText } from './creditWords.ts'
import { CreditVerbs } from './CreditVerbs.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { operationHref } from '../frame/operationHref.ts'

/** What is owed to customers, over all shops: where the money is, and what staff can do. */
export function CreditsPage({ search }: ConsolePageProps<'/console/money/credits'>) {
  const list = creditLists.find((one) => one === search['list']) ?? 'open'
  const read = useQuery(consoleQuery(consoleCreditList, { query: { list } }))
  const { open = 0, left = 0, tasks = 0 } = read.data ?? {}
  return (
    <ConsolePage
      title={t('credits.title')}
      lead={read.data && t('credits.lead', { count: open, left: money(left), tasks })}
      about={t('credits.about')}
    >
      <SectionTabs section="money" counts={{ '/console/money/credits': read.data?.open }} />
      <div className="max-w-80 pb-5">
        <Field label={t('credits.show')}>
          <Select value={list} onChange={(event) => setSearch({ list: event.target.value === 'open' ? '' : event.target.value })}>
            {creditLists.map((one) => (
              <option key={one} value={one}>
                {t(`credits.list.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ReadState read={read}>
        {({ credits }) => (credits.length === 0 ? <EmptyState title={t(`credits.none.${list}`)} /> : <CreditTable credits={credits} />)}
      </ReadState>
    </ConsolePage>
  )
}

function CreditTable({ credits }: { credits: readonly ListedCredit[] }) {
  const head = (
    <>
      <HeadCell>{t('shell.heading.shop')}</HeadCell>
      <HeadCell width="38%">{t('shell.heading.state')}</HeadCell>
      <HeadCell numeric width="14%">
        {t('credits.left')}
      </HeadCell>
      <HeadCell numeric width="14%">
        {t('credits.amount')}
      </HeadCell>
      <HeadCell width="4rem">
        <span className="sr-only">{t('shell.verbs')}</span>
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('credits.title')} head={head}>
      {credits.map((credit) => {
        const { id, accountId, merchant, operationId, createdAt, state, left, amount } = credit
        return (
          <TableRow key={id}>
            <Cell card="title" detail={t('credits.since', { date: date(createdAt) })}>
              <RowLink href={operationHref({ accountId, merchantId: merchant.id }, operationId)}>{merchant.name}</RowLink>
            </Cell>
            <Cell card="state">
              <StatusBadge kind={creditKinds[state]} label={t(`credits.state.${state}`)} detail={nextText(credit)} />
            </Cell>
            <Cell card="net" numeric strong>
              <OnPhone label={t('credits.left')} /> {money(left)}
            </Cell>
            <Cell card="hidden" numeric>
              {money(amount)}
            </Cell>
            <Cell card="amount" className="text-right">
              <CreditVerbs credit={credit} />
            </Cell>
          </TableRow>
        )
      })}
    </Table>
  )
}
