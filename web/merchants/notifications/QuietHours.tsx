import type { NoticeSettings } from '#contract/merchants/notifications'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'

type Quiet = NoticeSettings['quiet']
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** The default. */
const usual = { from: 21, to: 8 }

/** Hours in which no notification e-mail is sent. */
export function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  return (
    <div className="grid gap-4">
      <Checkbox
        label={t('settings.notifications.quiet')}
        help={t('settings.notifications.quiet.about')}
        checked={quiet !== null}
        onChange={() => onChange(quiet === null ? usual : null)}
      />
      {quiet && (
        <div className="flex flex-wrap gap-4">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} id={`quiet-${end}`} label={t(`settings.notifications.quiet.${end}`)}>
              <Select
                className="w-[8rem]"
                value={quiet[end]}
                onChange={(event) => onChange({ ...quiet, [end]: Number(event.target.value) })}
              >
                {hours.map((hour) => (
                  <option key={hour} value={hour}>
                    {t('settings.notifications.hour', { hour: String(hour).padStart(2, '0') })}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
        </div>
      )}
    </div>
  )
}
