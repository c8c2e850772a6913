import { isFreePlan } from '#domain/sales/plans/planGroups'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { offeredMarks, PaymentDots } from '../../platform/ui/figures/PaymentDots.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import type { OfferedDeal } from './campaignsOf.ts'
import { datesText, paymentText, planText, ratesText, todayCents, type SimulatedPlan } from './planText.ts'
import { SendPlan } from './SendPlan.tsx'

type SimulatorPlansProps = {
  plans: readonly SimulatedPlan[]
  fitting: readonly SimulatedPlan[] | null
  /** Whether a plan can be sent to a customer. */
  sells: boolean
  /** Cents. */
  amount: number
  /** Campaigns that plans may use. */
  campaigns: readonly OfferedDeal[]
}

/** The name of a plan's campaign. */
const campaignText = (campaigns: readonly OfferedDeal[], { campaignId }: SimulatedPlan): string | null => {
  const campaign = campaigns.find(({ id }) => id === campaignId)
  return campaign ? t('simulator.campaign', { name: campaign.name }) : null
}

/** The plans as a table; those that fit the target instalment are highlighted. */
export function SimulatorPlans(props: SimulatorPlansProps) {
  const { plans, fitting, sells, amount, campaigns } = props
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
          {forShop && (
            <HeadCell numeric width="30%">
              {t('operations.simulator.merchant')}
            </HeadCell>
          )}
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
            <Cell
              card="title"
              strong
              detail={
                <>
                  {ratesText(plan)}
                  <span className="block font-normal">{campaignText(campaigns, plan)}</span>
                </>
              }
            >
              {planText(plan)}
              {fits && <span className="ml-2 text-sm text-accent-ink">{t('operations.simulator.fitsMark')}</span>}
              <PlanDots plan={plan} />
            </Cell>
            <Cell card="state" className="whitespace-nowrap" detail={datesText(plan)}>
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

/** The same on a phone: one block per plan. */
function PlanList({ plans, fitting, sells, amount, campaigns }: SimulatorPlansProps) {
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
            <PlanDots plan={plan} />
            {plan.campaignId !== null && <p className="text-sm text-ink-3">{campaignText(campaigns, plan)}</p>}
            <p className="text-ink-2">
              {t('operations.simulator.phoneLine', {
                today: money(todayCents(plan)),
                total: money(plan.totalPrice),
                rates: ratesText(plan),
              })}
            </p>
            <p className="text-sm text-ink-3">{datesText(plan)}</p>
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

/** The payments drawn, and whether they cost nothing. */
function PlanDots({ plan }: { plan: SimulatedPlan }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 py-1 text-sm">
      <PaymentDots marks={offeredMarks(plan.numInstalments + (todayCents(plan) > 0 ? 1 : 0))} />
      {isFreePlan(plan) && <span className="text-accepted-ink">{t('offlineCheckout.counter.free')}</span>}
    </span>
  )
}

function costs({ feeAmount, vatAmount, subsidyAmount, valueOn }: NonNullable<SimulatedPlan['merchant']>): string {
  const values = { fee: money(feeAmount), vat: money(vatAmount), subsidy: money(subsidyAmount), date: date(valueOn) }
  return t(subsidyAmount > 0 ? 'operations.simulator.costsSubsidy' : 'operations.simulator.costs', values)
}
