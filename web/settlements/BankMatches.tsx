import type { PaymentMatch } from '#domain/bankMatching'
import { date, money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import { Cell } from '../ui/Cell.tsx'
import { HeadCell } from '../ui/HeadCell.tsx'
import { Money } from '../ui/Money.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { StatusKind } from '../ui/StatusGlyph.tsx'
import { Table } from '../ui/Table.tsx'
import { TableRow } from '../ui/TableRow.tsx'
import type { BankResult } from './BankPage.tsx'
import type { PaidSettlement } from './expectedPayments.ts'

const kinds: Record<PaymentMatch<PaidSettlement>['found'], StatusKind> = {
  collected: 'accepted-filled',
  different: 'merchant',
  open: 'upcoming',
}

/** What the file says of each settlement, exceptions first. */
export function BankMatches({ result }: { result: BankResult }) {
  const { matches, unknown, credits, unread, name, format } = result
  const count = (found: string) => matches.filter((match) => match.found === found).length
  return (
    <section aria-labelledby="bank-result" className="pt-7">
      <h2 id="bank-result" className="text-title-sm leading-snug font-strong">
        {t('settlements.bank.result', { collected: count('collected'), different: count('different'), open: count('open') })}
      </h2>
      <p className="pt-1 pb-3 text-md text-ink-3">
        {t('settlements.bank.file', { name, format: t(`settlements.bank.format.${format}`), count: credits })}
        {unread > 0 && ` ${t('settlements.bank.unread', { count: unread })}`}
        {unknown.length > 0 && ` ${t('settlements.bank.unknown', { count: unknown.length })}`}
      </p>
      {matches.length === 0 ? (
        <p className="text-md text-ink-2">{t('settlements.bank.nothing')}</p>
      ) : (
        <Table
          fixed
          caption={t('settlements.bank.table')}
          head={
            <>
              <HeadCell width="14%">{t('settlements.column.value')}</HeadCell>
              <HeadCell width="20%">{t('settlements.column.reference')}</HeadCell>
              <HeadCell width="22%">{t('settlements.column.state')}</HeadCell>
              <HeadCell>{t('settlements.bank.line')}</HeadCell>
              <HeadCell numeric width="14%">
                {t('settlements.column.net')}
              </HeadCell>
            </>
          }
        >
          {matches.map((match) => (
            <MatchRow key={match.payment.id} match={match} />
          ))}
        </Table>
      )}
    </section>
  )
}

function MatchRow({ match }: { match: PaymentMatch<PaidSettlement> }) {
  const { merchantId, flag } = useShop()
  const { payment } = match
  return (
    <TableRow>
      <Cell>{date(payment.valueOn)}</Cell>
      <Cell card="title">
        <RowLink href={paths.settlement(merchantId, payment.id, flag)}>{payment.reference}</RowLink>
      </Cell>
      <Cell card="state">
        <StatusBadge kind={kinds[match.found]} label={t(`settlements.bank.found.${match.found}`)} detail={detailOf(match)} />
      </Cell>
      <Cell card="foot">
        {match.found === 'open' ? (
          '—'
        ) : (
          <span className="block md:truncate" title={match.credit.text}>
            {date(match.credit.on)} · {match.credit.text}
          </span>
        )}
      </Cell>
      <Cell numeric strong card="amount">
        <Money cents={payment.amountCents} />
      </Cell>
    </TableRow>
  )
}

function detailOf(match: PaymentMatch<PaidSettlement>): string | null {
  if (match.found === 'different') {
    const { differenceCents, credit } = match
    return t(differenceCents > 0 ? 'settlements.bank.more' : 'settlements.bank.less', {
      amount: money(credit.amountCents),
      difference: money(Math.abs(differenceCents)),
    })
  }
  if (match.found === 'collected') return match.by === 'amount' ? t('settlements.bank.byAmount') : null
  return match.payment.row.status === 'returned'
    ? t('settlements.state.returnedDetail')
    : t('settlements.bank.expected', { date: date(match.payment.valueOn) })
}
