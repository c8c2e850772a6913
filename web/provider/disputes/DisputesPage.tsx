import { useQuery } from '@tanstack/react-query'
import { consoleDisputeList, disputeLists, type ListedDispute } from '#contract/provider/disputes'
import { date, dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { setSearch } from '../frame/address.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { OnPhone } from '../frame/OnPhone.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { disputeKinds } from './disputeKinds.ts'

/** Card disputes over all shops, first what waits for staff. */
export function DisputesPage({ search }: ConsolePageProps<'/console/money/disputes'>) {
  const list = disputeLists.find((one) => one === search['list']) ?? 'open'
  const read = useQuery(consoleQuery(consoleDisputeList, { query: { list } }))
  return (
    <ConsolePage title={t('consoleDisputes.title')} about={t('consoleDisputes.lead')}>
      <SectionTabs section="money" counts={{ '/console/money/disputes': read.data?.open }} />
      <ReadState read={read}>
        {({ disputes, open, amount, waiting }) => (
          <div className="grid gap-6">
            <div className="max-w-80">
              <DefinitionList
                items={[
                  { term: t('consoleDisputes.open'), value: String(open) },
                  { term: t('consoleDisputes.amount'), value: money(amount) },
                  { term: t('consoleDisputes.waiting'), value: String(waiting) },
                ]}
              />
            </div>
            <div className="max-w-80">
              <Field label={t('consoleDisputes.column.state')}>
                <Select value={list} onChange={(event) => setSearch({ list: event.target.value === 'open' ? '' : event.target.value })}>
                  {disputeLists.map((one) => (
                    <option key={one} value={one}>
                      {t(`consoleDisputes.list.${one}`)}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
            {disputes.length === 0 ? <EmptyState title={t('consoleDisputes.empty')} /> : <DisputeTable disputes={disputes} />}
          </div>
        )}
      </ReadState>
    </ConsolePage>
  )
}

function DisputeTable({ disputes }: { disputes: readonly ListedDispute[] }) {
  const mayOpen = useStaff().may('consoleDispute')
  const head = (
    <>
      <HeadCell>{t('consoleDisputes.column.merchant')}</HeadCell>
      <HeadCell width="26%">{t('consoleDisputes.column.state')}</HeadCell>
      <HeadCell width="24%">{t('consoleDisputes.column.reason')}</HeadCell>
      <HeadCell width="16%">{t('consoleDisputes.column.due')}</HeadCell>
      <HeadCell numeric width="7rem">
        {t('consoleDisputes.column.amount')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('consoleDisputes.title')} head={head}>
      {disputes.map(({ id, merchant, state, reason, amount, answer, openedAt, evidenceDueAt, submittedAt, closedAt }) => (
        <TableRow key={id}>
          <Cell card="title" detail={date(openedAt)}>
            {mayOpen ? (
              <RowLink href={`/console/money/disputes/${id}`}>{merchant.name}</RowLink>
            ) : (
              <span className="font-strong">{merchant.name}</span>
            )}
          </Cell>
          <Cell card="state">
            <StatusBadge
              kind={disputeKinds[state]}
              label={t(`consoleDisputes.state.${state}`)}
              detail={closedAt === null ? t(`consoleDisputes.answer.${answer ?? 'none'}`) : undefined}
            />
          </Cell>
          <Cell card="net">{t(`consoleDisputes.reason.${reason}`)}</Cell>
          <Cell card="foot">
            <OnPhone label={t('consoleDisputes.column.due')} />{' '}
            {closedAt !== null ? date(closedAt) : evidenceDueAt === null || submittedAt !== null ? '—' : dateTime(evidenceDueAt)}
          </Cell>
          <Cell card="amount" numeric strong>
            {money(amount)}
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}
