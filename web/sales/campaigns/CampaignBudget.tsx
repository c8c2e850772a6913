import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import type { PartProps } from './articles/CampaignName.tsx'
import { fieldId } from './articles/fieldId.ts'

/** Budget at which the campaign pauses automatically, and the spent part. */
export function CampaignBudget({ draft: { campaign, terms, change }, problemOf }: PartProps) {
  const { spentAmount } = campaign
  return (
    <FormSection title={t('campaigns.section.budget')}>
      <Field
        label={t('campaigns.field.budgetAmount')}
        id={fieldId('budgetAmount')}
        error={problemOf('budgetAmount')}
        help={t('campaigns.budget.help')}
      >
        <MoneyInput value={terms.budgetAmount} onChange={(amount, readable) => readable && change('budgetAmount', amount || null)} />
      </Field>
      {spentAmount > 0 && <p className="text-md text-ink-2">{t('campaigns.budget.spent', { spent: money(spentAmount) })}</p>}
    </FormSection>
  )
}
