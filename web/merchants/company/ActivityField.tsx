import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { Combobox, type ComboboxOption } from '../../platform/ui/forms/Combobox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { activitiesRead } from './companyReads.ts'
import { findActivities } from './findActivities.ts'
import { fieldId } from './fieldId.ts'

type ActivityFieldProps = {
  value: string | null
  error?: string | undefined
  /** With the activity's usual CNAE-2025 code, where it has one. */
  onChange: (code: string | null, cnae: string | null) => void
  onLeave?: () => void
}

/** The business activity, found by everyday words ("sofás" finds furniture). */
export function ActivityField({ value, error, onChange, onLeave }: ActivityFieldProps) {
  const { data: activities = [] } = useQuery({ ...activitiesRead(), staleTime: Infinity })
  const optionOf = ({ code, name, allowed }: (typeof activities)[number]): ComboboxOption => ({
    value: code,
    label: name,
    ...(!allowed && { disabledReason: t('company.activityNotTaken') }),
  })
  return (
    <Field
      id={fieldId('businessActivity')}
      label={t('company.field.businessActivity')}
      help={t('company.activityHelp')}
      error={error}
      required
    >
      <Combobox
        value={value}
        options={activities.map(optionOf)}
        find={(text) => findActivities(activities, text).map(optionOf)}
        nothing={t('company.activityNothing')}
        placeholder={t('company.activityExample')}
        onChange={(code) => onChange(code, activities.find((activity) => activity.code === code)?.cnae[0] ?? null)}
        onBlur={() => onLeave?.()}
      />
    </Field>
  )
}
