import { isHexColour } from '#domain/platform/identifiers'
import { plainText } from '#domain/platform/plainText'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'

type ColourFieldProps = {
  id: string
  label: string
  value: string
  help?: string | undefined
  error?: string | undefined
  onChange: (colour: string) => void
}

/** A colour `#RRGGBB`, typed or picked. */
export function ColourField({ id, label, value, help, error, onChange }: ColourFieldProps) {
  const wrong = isHexColour(value) ? undefined : t('preferences.colour.wrong')
  return (
    <Field id={id} label={label} help={help} error={error ?? wrong}>
      <TextInput
        value={value}
        spellCheck={false}
        autoComplete="off"
        className="max-w-44"
        inputClassName="uppercase"
        onChange={(event) => onChange(plainText(event.target.value))}
        end={
          <input
            type="color"
            aria-label={t('preferences.colour.pick', { label })}
            value={isHexColour(value) ? value : '#000000'}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
            className="size-7 shrink-0 cursor-pointer rounded-1 border border-line bg-transparent"
          />
        }
      />
    </Field>
  )
}
