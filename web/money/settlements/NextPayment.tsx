import { useQuery } from '@tanstack/react-query'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { accountText } from '../../sales/operationStatus/accountText.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { balanceRead } from './settlementReads.ts'

/** The next payment in one line, with a warning when the balance will become negative. */
export function NextPayment() {
  const { merchantId, sandbox, flag } = useMerchant()
  const { data } = useQuery(balanceRead(merchantId))
  if (!data) return <p className="h-10" />
  const { next, debt } = data
  return (
    <p className="flex min-h-10 flex-wrap items-baseline gap-x-2 pb-3 text-md text-ink-2">
      {next === null ? (
        t('settlements.next.none')
      ) : next.netAmount > 0 ? (
        <>
          {t(sandbox ? 'settlements.next.sandbox' : 'settlements.next.when', { date: date(next.valueOn) })}
          <b className="text-base font-strong text-ink">{money(next.netAmount)}</b>
          {t('settlements.next.lines', { count: next.lineCount })}
          {data.ibanLast4 !== null && <span className="text-ink-3">{accountText(data.ibanLast4)}</span>}
        </>
      ) : next.closingBalance < 0 ? (
        <span className="text-danger-ink">
          {t('settlements.next.debt', { date: date(next.valueOn), amount: money(-next.closingBalance) })}
        </span>
      ) : (
        t('settlements.next.small', { date: date(next.valueOn), amount: money(next.closingBalance) })
      )}
      {debt > 0 && (
        <Anchor href={paths.settlementsDebt(merchantId, flag)} className={linkClass}>
          {t(next === null ? 'settlements.next.owedAlone' : 'settlements.next.owed', { amount: money(debt) })}
        </Anchor>
      )}
    </p>
  )
}
