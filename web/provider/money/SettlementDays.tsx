import type { AnswerOf } from '#contract/platform/endpoint'
import type { consoleSettlementDays } from '#contract/provider/moneySettlements'
import { joinTexts } from '#domain/platform/direction'
import { date, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { setSearch } from '../frame/address.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { ShopLink } from '../frame/ShopLink.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'

type Answer = AnswerOf<typeof consoleSettlementDays>

/** A line for each value day; `first`: the newest ones. */
export function SettlementDays({ days, next, first }: { days: Answer['days']; next: Answer['next']; first: boolean }) {
  const head = (
    <>
      <HeadCell>{t('money.column.valueOn')}</HeadCell>
      <HeadCell width="30%">{t('shell.heading.state')}</HeadCell>
      <HeadCell numeric width="18%">
        {t('money.column.owed')}
      </HeadCell>
      <HeadCell numeric width="20%">
        {t('money.column.toPay')}
      </HeadCell>
    </>
  )
  return (
    <>
      <Table fixed caption={t('money.settlements')} head={head}>
        {days.map((day) => (
          <TableRow key={day.on}>
            <Cell card="title" detail={t('money.settlements.count', { count: day.count })}>
              <RowLink href={`/console/money?on=${day.on}`}>
                <b className="font-strong">{date(day.on)}</b>
              </RowLink>
            </Cell>
            <Cell card="state">
              <DayBadge day={day} />
            </Cell>
            <Cell card="net" numeric>
              <OnPhone label={t('money.column.owed')} /> <Money cents={day.owed} zeroDash />
            </Cell>
            <Cell card="amount" numeric strong>
              <Money cents={day.netAmount} />
            </Cell>
          </TableRow>
        ))}
      </Table>
      <p className="flex gap-2 pt-5">
        {!first && <Button onClick={() => setSearch({ before: '' })}>{t('money.newest')}</Button>}
        {next !== null && <Button onClick={() => setSearch({ before: next })}>{t('money.older')}</Button>}
      </p>
    </>
  )
}

function DayBadge({ day: { count, paid, compensated, returned } }: { day: Answer['days'][number] }) {
  const waiting = count - paid - compensated - returned
  const parts = [
    ...(returned > 0 ? [t('money.day.returned', { count: returned })] : []),
    ...(waiting > 0 ? [t('money.day.waiting', { count: waiting })] : []),
    ...(paid > 0 ? [t('money.day.paid', { count: paid })] : []),
    ...(compensated > 0 ? [t('money.day.compensated', { count: compensated })] : []),
  ]
  const kind = returned > 0 ? 'rejected' : waiting > 0 ? 'customer' : paid > 0 ? 'accepted-filled' : 'stopped'
  return <StatusBadge kind={kind} label={parts[0] ?? ''} detail={parts.length > 1 ? joinTexts(parts.slice(1), ' · ') : undefined} />
}

/** Shops that could not be settled; nothing where there is none. */
export function FailureList({ failures }: { failures: Answer['failures'] }) {
  if (failures.length === 0) return null
  return (
    <div className="pb-8">
      <FormSection title={t('money.failures')}>
        <p className="max-w-[68ch] pb-3 text-ink-2">{t('money.failures.about')}</p>
        <ul className="grid gap-2">
          {failures.map(({ shop, mode, failedAt, error }) => (
            <li key={`${shop.merchantId}${mode}`} className="wrap-anywhere">
              <ShopLink shop={shop} />
              <span className="text-ink-3">
                {' · '}
                {mode === 'sandbox' && `${t('consoleMerchants.mode.sandbox')} · `}
                {nearTime(failedAt)} · <code className="font-code text-sm">{error}</code>
              </span>
            </li>
          ))}
        </ul>
      </FormSection>
    </div>
  )
}
