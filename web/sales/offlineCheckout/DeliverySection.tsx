import '../../platform/ui/forms/checkbox.css'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import type { SectionProps } from './sectionProps.ts'
import { expiryChoices, linkChannels } from './offlineDraft.ts'

const submitTypes = ['user', 'vendors'] as const

/** Who completes the sale, the channels that deliver the link, its validity, and internal notes. */
export function DeliverySection({ sale, problemOf, idOf }: SectionProps) {
  const { draft, change } = sale
  const { channels, submitType } = draft
  return (
    <FormSection title={t('offlineCheckout.section.delivery')}>
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 text-sm font-medium text-ink-2">{t('offlineCheckout.field.who')}</legend>
        {submitTypes.map((type) => (
          <label key={type} className="tick-target">
            <input
              type="radio"
              name="who"
              className="tick tick-one"
              checked={submitType === type}
              onChange={() => change({ submitType: type })}
            />
            <span>
              {t(`offlineCheckout.who.${type}`)}
              <span className="block text-sm text-ink-3">{t(`offlineCheckout.who.${type}Help`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {submitType === 'user' && (
        <fieldset className="grid gap-1">
          <legend className="mb-1.5 text-sm font-medium text-ink-2">{t('offlineCheckout.field.channels')}</legend>
          {linkChannels.map((channel) => (
            <Checkbox
              key={channel}
              id={idOf(channel === 'sms' ? 'channels' : 'channels.1')}
              label={t(`offlineCheckout.channel.${channel}`)}
              checked={channels.includes(channel)}
              onChange={(event) =>
                change({ channels: linkChannels.filter((one) => (one === channel ? event.target.checked : channels.includes(one))) })
              }
            />
          ))}
          <p className={`text-sm ${problemOf('channels') ? 'text-danger-ink' : 'text-ink-3'}`}>
            {problemOf('channels') ?? t(channels.length === 0 ? 'offlineCheckout.help.noChannel' : 'offlineCheckout.help.channels')}
          </p>
        </fieldset>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Field id={idOf('expiresInMinutes')} label={t('offlineCheckout.field.expires')} error={problemOf('expiresInMinutes')}>
          <Select value={draft.expiresInMinutes} onChange={(event) => change({ expiresInMinutes: Number(event.target.value) })}>
            {expiryChoices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t(`offlineCheckout.expires.${minutes}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          id={idOf('notes')}
          label={t('offlineCheckout.field.notes')}
          help={t('offlineCheckout.help.notes')}
          error={problemOf('notes')}
        >
          <Textarea rows={2} maxLength={500} value={draft.notes} onChange={(event) => change({ notes: event.target.value })} />
        </Field>
      </div>
    </FormSection>
  )
}
