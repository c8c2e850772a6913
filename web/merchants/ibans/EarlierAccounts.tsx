import type { Iban } from '#contract/merchants/ibans'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { ibanDetail, ibanKind } from './ibanText.ts'

/** Former accounts, and changes that were not completed, with the reason. */
export function EarlierAccounts({ ibans }: { ibans: readonly Iban[] }) {
  return (
    <section aria-labelledby="iban-earlier">
      <h2 id="iban-earlier" className="pb-2 text-title-sm leading-snug font-strong">
        {t('bankAccounts.earlier')}
      </h2>
      <Table
        fixed
        caption={t('bankAccounts.earlier')}
        head={
          <>
            <HeadCell width="24%">{t('shell.heading.account')}</HeadCell>
            <HeadCell>{t('bankAccounts.column.state')}</HeadCell>
            <HeadCell width="26%">{t('bankAccounts.column.by')}</HeadCell>
            <HeadCell width="16%">{t('shell.heading.when')}</HeadCell>
          </>
        }
      >
        {ibans.map((one) => (
          <TableRow key={one.id} faded={one.status === 'replaced' || one.status === 'cancelled'}>
            <Cell card="title" detail={one.bankName}>
              <b className="font-strong md:whitespace-nowrap">{one.iban}</b>
            </Cell>
            <Cell card="foot">
              <StatusBadge kind={ibanKind[one.status]} label={t(`bankAccounts.state.${one.status}`)} detail={ibanDetail(one)} />
            </Cell>
            <Cell>{one.requestedBy?.name ?? t('bankAccounts.provider')}</Cell>
            <Cell card="amount">{date(one.requestedAt)}</Cell>
          </TableRow>
        ))}
      </Table>
    </section>
  )
}
