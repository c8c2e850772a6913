import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { activityKinds, peopleRead, type ActivityQuery } from './activityReads.ts'

/** Member, object type and days of the audit log. */
export function ActivityFilter({ query, onChange }: { query: ActivityQuery; onChange: (query: ActivityQuery) => void }) {
  const { data } = useQuery(peopleRead())
  return (
    <div className="grid gap-x-4 gap-y-3 pb-5 md:grid-cols-4">
      <Field label={t('activity.filter.person')}>
        <Select value={query.person ?? ''} onChange={(event) => onChange({ ...query, person: event.target.value || undefined })}>
          <option value="">{t('activity.filter.everybody')}</option>
          {data?.results.map(({ id, firstName, lastName, email }) => (
            <option key={id} value={id}>
              {`${firstName} ${lastName}`.trim() || email}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('activity.filter.kind')}>
        <Select
          value={query.kind ?? ''}
          onChange={(event) => onChange({ ...query, kind: activityKinds.find((one) => one === event.target.value) })}
        >
          <option value="">{t('activity.filter.all')}</option>
          {activityKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`activity.kind.${kind}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('shell.from')}>
        <DateInput
          value={query.from ?? null}
          pickerLabel={t('activity.filter.pick')}
          onChange={(day, wellFormed) => wellFormed && onChange({ ...query, from: day ?? undefined })}
        />
      </Field>
      <Field label={t('shell.to')}>
        <DateInput
          value={query.to ?? null}
          pickerLabel={t('activity.filter.pick')}
          onChange={(day, wellFormed) => wellFormed && onChange({ ...query, to: day ?? undefined })}
        />
      </Field>
    </div>
  )
}
