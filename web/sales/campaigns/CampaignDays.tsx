import { useState } from 'react'
import { madridDay } from '#domain/platform/dates'
import { t } from '../../platform/i18n/t.ts'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { endOf, firstDay, lastDay, startOf } from './campaignDraft.ts'
import type { PartProps } from './articles/CampaignName.tsx'
import { endText, startText } from './campaignText.ts'
import { fieldId } from './articles/fieldId.ts'
import { serverNow } from '../../platform/api/serverClock.ts'

/** Start and end dates, with the meaning of an end date. `startOpen`: the campaign has not started. */
export function CampaignDays({ draft: { terms, change }, problemOf, startOpen }: PartProps & { startOpen: boolean }) {
  const [today] = useState(() => madridDay(serverNow()))
  const start = firstDay(terms.startDate)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {startOpen && (
        <DayField
          field="startDate"
          day={start}
          min={today}
          problem={problemOf('startDate')}
          meaning={terms.startDate === null ? t('campaigns.start.help') : startText(terms.startDate)}
          onDay={(day) => change('startDate', day === null ? null : startOf(day))}
        />
      )}
      <DayField
        field="endDate"
        day={lastDay(terms.endDate)}
        min={start ?? today}
        problem={problemOf('endDate')}
        meaning={endText(terms.endDate)}
        onDay={(day) => change('endDate', day === null ? null : endOf(day))}
      />
    </div>
  )
}

type DayFieldProps = {
  field: 'startDate' | 'endDate'
  day: string | null
  min: string
  problem: string | null
  /** Explanation of the stored date. */
  meaning: string
  onDay: (day: string | null) => void
}

/** A date field; while its text is incomplete, the stored date is kept and shown. */
function DayField({ field, day, min, problem, meaning, onDay }: DayFieldProps) {
  const [half, setHalf] = useState(false)
  return (
    <Field
      label={t(`campaigns.field.${field}`)}
      id={fieldId(field)}
      error={problem}
      help={half ? t('campaigns.day.half', { meaning }) : meaning}
    >
      <DateInput
        value={half ? null : day}
        min={min}
        pickerLabel={t('campaigns.calendar')}
        onChange={(typed, wellFormed) => {
          setHalf(!wellFormed)
          if (wellFormed) onDay(typed)
        }}
      />
    </Field>
  )
}
