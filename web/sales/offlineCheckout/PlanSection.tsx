import { date, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { datesText, paymentText, planText, todayCents, type SimulatedPlan } from '../simulator/planText.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import type { SectionProps } from './sectionProps.ts'
import { useOfflineAddress } from './useOfflineAddress.ts'

const valueOf = ({ product, numInstalments }: Pick<SimulatedPlan, 'product' | 'numInstalments'>) => `${product}:${numInstalments}`

/** The plan: the customer chooses among all that fit, or the shop fixes one. Computed on each change. */
export function PlanSection({ sale, problemOf, idOf }: SectionProps) {
  const { draft, plans, fixed, campaigns, change, amount, terms } = sale
  const { hrefOf, replaces } = useOfflineAddress()
  const chosen =
    draft.product === null ? '' : valueOf({ product: draft.product, numInstalments: draft.numInstalments ?? fixed?.numInstalments ?? 0 })
  const known = plans.some((plan) => valueOf(plan) === chosen)
  const choose = (value: string) => {
    const plan = plans.find((one) => valueOf(one) === value)
    change({ product: plan?.product ?? null, numInstalments: plan?.numInstalments ?? null })
  }
  const chosenCampaign = draft.campaignId ?? ''
  // A selected campaign that does not apply to this sale stays visible, so that it can be deselected.
  const listed = terms.campaigns.filter(({ id }) => id === chosenCampaign || campaigns.some((one) => one.id === id))
  return (
    <FormSection
      title={t('offlineCheckout.section.plan')}
      aside={
        <Anchor className={`${linkClass} inline-flex items-center max-md:min-h-11`} href={hrefOf({ dialog: 'simulator', replaces })}>
          {t('offlineCheckout.plan.simulate')}
        </Anchor>
      }
    >
      <Field
        id={idOf('product')}
        label={t('offlineCheckout.field.plan')}
        error={problemOf('product') ?? problemOf('product.numInstalments') ?? problemOf('product.type')}
        help={
          amount === null ? t('offlineCheckout.plan.needsAmount') : terms.offers === null ? t('offlineCheckout.plan.noTerms') : undefined
        }
        className="max-w-[520px]"
      >
        <Select value={chosen} onChange={(event) => choose(event.target.value)}>
          <option value="">{t('offlineCheckout.plan.free')}</option>
          {!known && chosen !== '' && <option value={chosen}>{t('offlineCheckout.plan.notNow')}</option>}
          {plans.map((plan) => (
            <option key={valueOf(plan)} value={valueOf(plan)}>
              {t('offlineCheckout.plan.option', { plan: planText(plan), payment: paymentText(plan) })}
            </option>
          ))}
        </Select>
      </Field>
      {(listed.length > 0 || chosenCampaign !== '') && (
        <Field
          id={idOf('campaignId')}
          label={t('offlineCheckout.field.campaign')}
          error={problemOf('campaignId')}
          help={chosenCampaign === '' ? undefined : t('offlineCheckout.help.campaign')}
          className="max-w-[520px]"
        >
          <Select value={chosenCampaign} onChange={(event) => change({ campaignId: event.target.value || null })}>
            <option value="">{t('offlineCheckout.campaign.best')}</option>
            {chosenCampaign !== '' && listed.every(({ id }) => id !== chosenCampaign) && (
              <option value={chosenCampaign}>{t('offlineCheckout.campaign.over')}</option>
            )}
            {listed.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {fixed && <PlanFigures plan={fixed} />}
      {fixed === null && plans.length > 0 && <PlanRange plans={plans} />}
    </FormSection>
  )
}

/** TIN, TAE, instalment, first payment, total and dates, always together. */
function PlanFigures({ plan }: { plan: SimulatedPlan }) {
  return (
    <div className="max-w-[520px]">
      <DefinitionList
        items={[
          { term: t('offlineCheckout.plan.payment'), value: paymentText(plan) },
          { term: t('offlineCheckout.plan.today'), value: money(todayCents(plan)) },
          { term: t('offlineCheckout.plan.total'), value: <b className="font-strong">{money(plan.totalPrice)}</b> },
          {
            term: t('offlineCheckout.plan.rates'),
            value: t('offlineCheckout.plan.ratesValue', { tin: percent(plan.tin), tae: percent(plan.tae) }),
          },
          { term: t('offlineCheckout.plan.dates'), value: datesText(plan) ?? date(plan.firstDueOn) },
        ]}
      />
    </div>
  )
}

/** The range of instalments, highest to lowest, when the customer chooses. */
function PlanRange({ plans }: { plans: readonly SimulatedPlan[] }) {
  const monthly = plans.filter(({ product }) => product !== 'pay_later').toSorted((a, b) => a.instalmentAmount - b.instalmentAmount)
  const [least] = monthly
  const most = monthly.at(-1)
  if (!least || !most) return null
  return (
    <p className="text-md text-ink-2">
      {t('offlineCheckout.plan.range', {
        count: plans.length,
        least: money(least.instalmentAmount),
        leastPlan: planText(least),
        most: money(most.instalmentAmount),
        mostPlan: planText(most),
      })}
    </p>
  )
}
