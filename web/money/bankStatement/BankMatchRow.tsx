import { joinTexts } from '#domain/platform/direction'
import type { PaymentMatch } from '#domain/money/bankStatement/bankMatching'
import { excerptAround } from '#domain/money/bankStatement/bankReference'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { Unbroken } from '../../platform/ui/tables/Unbroken.tsx'
import type { PaidSettlement } from './expectedPayments.ts'

type Confirmable = { id: string; collectedOn: string }
type BankMatchRowProps = {
  match: PaymentMatch<PaidSettlement>
  busy: boolean
  /** Payload of the confirmation; undefined when it cannot be confirmed. */
  confirmable: Confirmable | undefined
  onConfirm: (one: Confirmable) => void
  onUndo: (settlementId: string) => void
  /** Opens a claim with the file's data; undefined when nothing can be claimed. */
  onClaim: (() => void) | undefined
}

const kinds: Record<PaymentMatch<PaidSettlement>['found'], StatusKind> = {
  collected: 'accepted-filled',
  different: 'merchant',
  missing: 'merchant',
  open: 'upcoming',
}

/** The match of one settlement, with its actions. */
export function BankMatchRow({ match, busy, confirmable, onConfirm, onUndo, onClaim }: BankMatchRowProps) {
  const { merchantId, flag } = useMerchant()
  const { payment } = match
  const { reference, row } = payment
  return (
    <TableRow>
      <Cell from="lg">{date(payment.valueOn)}</Cell>
      <Cell card="title">
        <RowLink href={paths.settlement(merchantId, payment.id, flag)}>{reference}</RowLink>
      </Cell>
      <Cell card="state">
        <StatusBadge kind={kinds[match.found]} label={t(`settlements.bank.found.${match.found}`)} detail={detailOf(match)} />
      </Cell>
      <Cell card="foot">
        {'credit' in match ? (
          <span className="block wrap-anywhere" title={match.credit.text}>
            <Unbroken>{joinTexts([date(match.credit.on), excerptAround(match.credit.text, reference)])}</Unbroken>
          </span>
        ) : (
          <span className="max-md:hidden">—</span>
        )}
      </Cell>
      <Cell numeric strong card="amount">
        <Money cents={payment.amountCents} />
      </Cell>
      <Cell card="net" className="text-right">
        {confirmable && (
          <Button
            variant="outlined"
            size="small"
            aria-label={t('settlements.bank.confirmOne', { reference })}
            onClick={() => !busy && onConfirm(confirmable)}
          >
            {t('settlements.bank.confirm')}
          </Button>
        )}
        {onClaim && (
          <Button variant="outlined" size="small" aria-label={t('settlements.claim.verbOf', { reference })} onClick={onClaim}>
            {t('settlements.claim.verb')}
          </Button>
        )}
        {row.collectedOn !== null && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('settlements.bank.undoOne', { reference })}
            onClick={() => !busy && onUndo(row.id)}
          >
            {t('shell.undo')}
          </Button>
        )}
      </Cell>
    </TableRow>
  )
}

function detailOf(match: PaymentMatch<PaidSettlement>): string | null {
  const { collectedOn, returned } = match.payment.row
  if (collectedOn !== null) return t('settlements.bank.confirmed', { date: date(collectedOn) })
  if (match.found === 'different') {
    const { differenceCents, credit } = match
    return t(differenceCents > 0 ? 'settlements.bank.more' : 'settlements.bank.less', {
      amount: money(credit.amountCents),
      difference: money(Math.abs(differenceCents)),
    })
  }
  if (match.found === 'collected') return match.by === 'amount' ? t('settlements.bank.byAmount') : null
  const expected = t(match.found === 'missing' ? 'settlements.bank.wasExpected' : 'settlements.bank.expected', {
    date: date(match.payment.valueOn),
  })
  return joinTexts([returned !== null && t(`settlements.returned.short.${returned.why}`), expected])
}
