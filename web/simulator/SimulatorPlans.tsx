import { date, money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { useShop } from '../operation/useShop.ts'
import { Anchor } from '../ui/Anchor.tsx'
import { Cell } from '../ui/Cell.tsx'
import { HeadCell } from '../ui/HeadCell.tsx'
import { linkClass } from '../ui/linkClass.ts'
import { useScreenSize } from '../ui/screenSize.ts'
import { Money } from '../ui/Money.tsx'
import { Table } from '../ui/Table.tsx'
import { TableRow } from '../ui/TableRow.tsx'
import { paymentText, planText, ratesText, todayCents, type SimulatedPlan } from './planText.ts'

type SimulatorPlansProps = {
  plans: readonly SimulatedPlan[]
  fitting: readonly SimulatedPlan[] | null
  /** Whether a plan can be sent to a customer from here. */
  sells: boolean
  /** In cents. */
  amount: number
}

/** "Enviar esta opción": the sale with amount, product and number filled in. */
function SendPlan({ plan, amount, words }: { plan: SimulatedPlan; amount: number; words: string }) {
  const { merchantId, flag } = useShop()
  return (
    <Anchor
      className={linkClass}
      aria-label={t('simulator.sendOf', { verb: words, plan: planText(plan) })}
      href={paths.checkoutOffline(merchantId, { amount, product: plan.product, instalments: plan.numInstalments, ...flag })}
    >
      {words}
    </Anchor>
  )
}

/** The plans side by side; those that fit the wished instalment are lit. */
export function SimulatorPlans(props: SimulatorPlansProps) {
  const { plans, fitting, sells, amount } = props
  const { isDefault } = useScreenSize()
  if (isDefault) return <PlanList {...props} />
  const forShop = plans.some(({ merchant }) => merchant !== null)
  return (
    <Table
      bleed={false}
      caption={t('operations.simulator.table')}
      head={
        <>
          <HeadCell>{t('operations.simulator.plan')}</HeadCell>
          <HeadCell>{t('operations.simulator.buyer')}</HeadCell>
          <HeadCell numeric>{t('operations.simulator.today')}</HeadCell>
          <HeadCell numeric>{t('operations.simulator.total')}</HeadCell>
          {forShop && <HeadCell numeric>{t('operations.simulator.merchant')}</HeadCell>}
          {sells && (
            <HeadCell>
              <span className="sr-only">{t('simulator.send')}</span>
            </HeadCell>
          )}
        </>
      }
    >
      {plans.map((plan) => {
        const fits = fitting?.includes(plan) ?? false
        return (
          <TableRow key={`${plan.product}-${plan.numInstalments}`} selected={fits} faded={fitting !== null && !fits}>
            <Cell card="title" strong detail={ratesText(plan)}>
              {planText(plan)}
              {fits && <span className="ml-2 text-sm text-accent-ink">{t('operations.simulator.fitsMark')}</span>}
            </Cell>
            <Cell card="state" detail={t('operations.simulator.dates', { first: date(plan.firstDueOn), last: date(plan.lastDueOn) })}>
              {paymentText(plan)}
              {plan.lastInstalmentAmount !== plan.instalmentAmount && (
                <span className="sr-only">{t('operations.simulator.last', { amount: money(plan.lastInstalmentAmount) })}</span>
              )}
            </Cell>
            <Cell numeric>
              <Money zeroDash cents={todayCents(plan)} />
            </Cell>
            <Cell card="amount" numeric>
              <Money cents={plan.totalPrice} />
            </Cell>
            {forShop && (
              <Cell card="net" numeric strong detail={plan.merchant && <span className="font-normal">{costs(plan.merchant)}</span>}>
                <Money cents={plan.merchant?.netAmount ?? null} />
              </Cell>
            )}
            {sells && (
              <Cell>
                <SendPlan plan={plan} amount={amount} words={t('simulator.sendShort')} />
              </Cell>
            )}
          </TableRow>
        )
      })}
    </Table>
  )
}

/** The same on the phone: one block a plan. */
function PlanList({ plans, fitting, sells, amount }: SimulatorPlansProps) {
  return (
    <ul aria-label={t('operations.simulator.table')} className="border-t border-line">
      {plans.map((plan) => {
        const { merchant } = plan
        const fits = fitting?.includes(plan) ?? false
        return (
          <li
            key={`${plan.product}-${plan.numInstalments}`}
            className={`border-b border-line py-3 text-md ${fitting !== null && !fits ? 'text-ink-3' : ''}`}
          >
            <p className="flex justify-between gap-3 text-base font-strong">
              <span>
                {planText(plan)}
                {fits && <span className="ml-2 text-sm text-accent-ink">{t('operations.simulator.fitsMark')}</span>}
              </span>
              <span>{paymentText(plan)}</span>
            </p>
            <p className="text-ink-2">
              {t('operations.simulator.phoneLine', {
                today: money(todayCents(plan)),
                total: money(plan.totalPrice),
                rates: ratesText(plan),
              })}
            </p>
            <p className="text-sm text-ink-3">
              {t('operations.simulator.dates', { first: date(plan.firstDueOn), last: date(plan.lastDueOn) })}
            </p>
            {merchant && (
              <p className="pt-1 text-sm text-ink-2">
                {t('operations.simulator.phoneMerchant', { net: money(merchant.netAmount), costs: costs(merchant) })}
              </p>
            )}
            {sells && (
              <p className="pt-2">
                <SendPlan plan={plan} amount={amount} words={t('simulator.send')} />
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function costs({ feeAmount, vatAmount, subsidyAmount, valueOn }: NonNullable<SimulatedPlan['merchant']>): string {
  const values = { fee: money(feeAmount), vat: money(vatAmount), subsidy: money(subsidyAmount), date: date(valueOn) }
  return t(subsidyAmount > 0 ? 'operations.simulator.costsSubsidy' : 'operations.simulator.costs', values)
}
