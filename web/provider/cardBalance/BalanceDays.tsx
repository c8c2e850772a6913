import type { CardBalanceDay } from '#contract/provider/cardBalance'
import { balanceDayState } from '#domain/money/cardBalance'
import { madridDay } from '#domain/platform/dates'
import { serverNow } from '../../platform/api/serverClock.ts'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'

/** Each day with the sums of both sides, and what is the provider's own: fees and payouts to its bank account. */
export function BalanceDays({ days }: { days: readonly CardBalanceDay[] }) {
  const head = (
    <>
      <HeadCell>{t('cardBalance.day')}</HeadCell>
      <HeadCell width="24%">{t('cardBalance.differences')}</HeadCell>
      <HeadCell numeric width="13%" from="lg">
        {t('cardBalance.day.fees')}
      </HeadCell>
      <HeadCell numeric width="14%" from="lg">
        {t('cardBalance.day.payouts')}
      </HeadCell>
      <HeadCell numeric width="7.25rem">
        {t('cardBalance.day.ledger')}
      </HeadCell>
      <HeadCell numeric width="7.25rem">
        {t('cardBalance.day.theirs')}
      </HeadCell>
    </>
  )
  return (
    <section className="grid gap-3">
      <h2 className="text-title-sm font-strong">{t('cardBalance.days')}</h2>
      <p className="max-w-160 text-md text-ink-3">{t(days.length === 0 ? 'cardBalance.days.empty' : 'cardBalance.days.lead')}</p>
      {days.length > 0 && (
        <Table fixed caption={t('cardBalance.days')} head={head}>
          {days.map((one) => (
            <TableRow key={`${one.provider} ${one.day}`}>
              <Cell card="title" detail={t('cardBalance.day.movements', { count: one.movements })}>
                {date(one.day)}
              </Cell>
              <Cell card="state">
                <DayState day={one} />
              </Cell>
              <Cell from="lg" numeric>
                {money(one.fees)}
              </Cell>
              <Cell from="lg" numeric>
                {money(one.payouts)}
              </Cell>
              <Cell card="net" numeric>
                <OnPhone label={t('cardBalance.day.ledger')} /> {one.comparedAt === null ? '—' : money(one.ledger)}
              </Cell>
              <Cell card="amount" numeric strong>
                <OnPhone label={t('cardBalance.day.theirs')} /> {one.comparedAt === null ? '—' : money(one.theirs)}
              </Cell>
            </TableRow>
          ))}
        </Table>
      )}
    </section>
  )
}

function DayState({ day }: { day: CardBalanceDay }) {
  const { differences, ledger, theirs } = day
  const state = balanceDayState(day, madridDay(serverNow()))
  if (state === 'differs') return <StatusBadge kind="merchant" label={t('cardBalance.day.differs', { count: differences })} />
  if (state !== 'agrees') return <StatusBadge kind="stopped" label={t(`cardBalance.day.${state}`)} />
  const detail = ledger === theirs ? undefined : t('cardBalance.day.otherDay')
  return <StatusBadge kind="accepted-filled" label={t('cardBalance.day.agrees')} detail={detail} />
}
