import { useQuery } from '@tanstack/react-query'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { configurationRead } from '../operationStatus/operationReads.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { PercentInput } from '../../platform/ui/forms/PercentInput.tsx'
import type { PartProps } from './articles/CampaignName.tsx'
import { fieldId } from './articles/fieldId.ts'
import { GroupField } from './GroupField.tsx'

const waits = [0, 1, 2, 3] as const

/** Terms for the customer: interest, numbers of instalments, months before the first one unless `short`. */
export function CampaignConditions({ draft, problemOf, short }: PartProps & { short: boolean }) {
  const { terms, change } = draft
  const { merchantId } = useMerchant()
  const { data } = useQuery(configurationRead(merchantId))
  const offer = data?.products.find(({ type, enabled }) => type === 'instalments' && enabled)
  // Numbers of instalments that the shop no longer sells stay visible, so that they can be deselected.
  const numbers = [...new Set([...(offer?.instalmentsAllowed ?? []), ...terms.numInstalments])].toSorted((a, b) => a - b)
  return (
    <FormSection title={t('campaigns.section.conditions')}>
      <Field
        label={t('campaigns.field.interest')}
        id={fieldId('interest')}
        error={problemOf('interest')}
        help={offer ? t('campaigns.interest.help', { tin: percent(offer.tin) }) : t('campaigns.interest.free')}
      >
        <PercentInput className="max-w-36" value={terms.interest} onChange={(rate, readable) => readable && change('interest', rate)} />
      </Field>
      <GroupField field="numInstalments" label={t('campaigns.field.numInstalments')} error={problemOf('numInstalments')}>
        <div className="grid flex-1 grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-3 gap-y-1">
          {numbers.map((number) => (
            <Checkbox
              key={number}
              label={t('campaigns.instalments', { count: number })}
              checked={terms.numInstalments.includes(number)}
              onChange={(event) =>
                change(
                  'numInstalments',
                  event.target.checked
                    ? [...terms.numInstalments, number].toSorted((a, b) => a - b)
                    : terms.numInstalments.filter((one) => one !== number),
                )
              }
            />
          ))}
        </div>
      </GroupField>
      {!short && <WaitingField draft={draft} problemOf={problemOf} />}
    </FormSection>
  )
}

/** How many months pass before the first instalment. */
export function WaitingField({ draft: { terms, change }, problemOf }: PartProps) {
  return (
    <Field
      label={t('campaigns.field.waitingPeriod')}
      id={fieldId('waitingPeriod')}
      error={problemOf('waitingPeriod')}
      help={t('campaigns.waiting.help')}
    >
      <Select className="max-w-72" value={terms.waitingPeriod} onChange={(event) => change('waitingPeriod', Number(event.target.value))}>
        {waits.map((months) => (
          <option key={months} value={months}>
            {t(`campaigns.waiting.${months}`)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
