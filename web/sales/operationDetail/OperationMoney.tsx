import Check from 'lucide-react/icons/check'
import Info from 'lucide-react/icons/info'
import type { Operation } from '#contract/sales/operations'
import { taxNames } from '#domain/money/taxTerritory'
import { date, money, percent } from '../../platform/i18n/format.ts'
import { t, taxText } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { MoneyWaterfall } from '../../platform/ui/figures/MoneyWaterfall.tsx'
import { isCharged, moneyAccount, type ChargedOperation, type MoneyAccount, type MoneyStep } from './moneyAccount.ts'
import { SectionTitle } from './SectionTitle.tsx'

/** The account from the sale to the net, to the cent; the double rule appears only when every part is settled. */
export function OperationMoney({ operation }: { operation: Operation }) {
  // Members who cannot see the fees see no account.
  if (!isCharged(operation)) return null
  const account = moneyAccount(operation)
  return (
    <section aria-labelledby="operation-money">
      <SectionTitle id="operation-money" note={account?.forecast && t('operations.money.forecast')}>
        {t('operations.money.title')}
      </SectionTitle>
      {account === null ? (
        <p className="text-md text-ink-2">{t('operations.money.none')}</p>
      ) : (
        <>
          <MoneyWaterfall
            caption={t('operations.money.title')}
            lines={account.steps.map((step) => ({
              key: step.name,
              label: t(`operations.money.step.${step.name}`, { tax: taxText(taxNames[operation.taxTerritory]) }),
              note: noteOf(step, operation),
              cents: step.cents,
            }))}
            totalLabel={t('operations.column.net')}
            totalCents={account.netCents}
            closed={account.settled}
          />
          <Settlements account={account} operation={operation} />
        </>
      )}
    </section>
  )
}

function noteOf(step: MoneyStep, operation: ChargedOperation): string | null {
  if (step.name === 'total' && operation.capturedAmount === 0) return t('operations.money.notCaptured')
  if (step.name === 'fee') {
    if (operation.feeFixed === 0) return percent(operation.feeRate)
    return t('operations.money.feeTerms', { rate: percent(operation.feeRate), fixed: money(operation.feeFixed) })
  }
  if (step.name === 'vat') return operation.vatRate === 0 ? t('invoices.reverse') : percent(operation.vatRate)
  if (step.name !== 'refunded') return null
  const done = operation.refunds.filter(({ state }) => state === 'completed')
  const only = done.length === 1 ? done[0] : undefined
  return only
    ? t('operations.money.refundedOn', { date: date(only.completedAt ?? only.created) })
    : t('operations.money.refundedTimes', { count: done.length })
}

/** The parts of the net by settlement. */
function Settlements({ account, operation }: { account: MoneyAccount; operation: Operation }) {
  const { merchantId, may, flag } = useMerchant()
  if (account.settlements.length === 0) {
    return (
      <p className="flex items-start gap-2.5 pt-3 text-md text-ink-2">
        <Info aria-hidden className="mt-0.5 size-3.75 flex-none" />
        {t(operation.statusReason === 'capture_required' ? 'operations.money.whenCaptured' : 'operations.money.whenConfirmed')}
      </p>
    )
  }
  return (
    <div className="pt-3 text-md text-ink-2">
      <ul className="grid gap-1">
        {account.settlements.map((one) => (
          <li key={`${one.reference}-${one.valueOn}`} className="flex items-start gap-2.5">
            {one.reference ? (
              <Check aria-hidden className="mt-0.5 size-3.75 flex-none text-accepted-solid" />
            ) : (
              <Info aria-hidden className="mt-0.5 size-3.75 flex-none" />
            )}
            {one.reference ? (
              <span>
                {t('operations.money.settledIn', { amount: money(one.netCents), reference: one.reference, date: date(one.valueOn) })}
                {one.id !== null && may('settlementDetail') && (
                  <>
                    {' '}
                    <Anchor href={paths.settlement(merchantId, one.id, flag)} className={linkClass}>
                      {t('operations.money.openSettlement')}
                    </Anchor>
                  </>
                )}
              </span>
            ) : (
              t('operations.money.expectedOn', { amount: money(one.netCents), date: date(one.valueOn) })
            )}
          </li>
        ))}
      </ul>
      {account.settled && <p className="pt-1 pl-6.25">{t('operations.money.exact')}</p>}
      {operation.heldAmount > 0 && <p className="pt-1 pl-6.25">{t('operations.money.held', { amount: money(operation.heldAmount) })}</p>}
    </div>
  )
}
