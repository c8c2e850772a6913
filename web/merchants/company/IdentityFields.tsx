import { documentTypes, type OwnerField, type ProfileField } from '#domain/merchants/company/person'
import { t } from '../../platform/i18n/t.ts'
import { ChoiceLine } from './ChoiceLine.tsx'
import { countryChoices } from './countryChoices.ts'
import { DayLine } from './DayLine.tsx'
import { TextLine } from './TextLine.tsx'
import type { FieldForm } from './useFieldForm.ts'

type Shared = Extract<ProfileField, OwnerField>

/** Name, identity document, date of birth and nationality: the same for every person. */
export function IdentityFields<F extends string>({ form: given, self = false }: { form: FieldForm<F | Shared>; self?: boolean }) {
  const form = given as unknown as FieldForm<Shared> // a person among other fields is one by itself
  // Autofill only for the user’s own name and date of birth.
  const own = (words: string) => (self ? words : 'off')
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextLine form={form} name="firstName" autoComplete={own('given-name')} maxLength={60} />
        <TextLine form={form} name="lastName" autoComplete={own('family-name')} maxLength={80} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <ChoiceLine
          form={form}
          name="documentType"
          choices={documentTypes.map((type) => ({ value: type, label: t(`company.documentType.${type}`) }))}
          also={(type) => ({ ...(type === 'nif' && form.values.nationality === null && { nationality: 'ES' }) })}
        />
        <TextLine form={form} name="documentNumber" autoCapitalize="characters" spellCheck={false} maxLength={24} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DayLine form={form} name="birthday" autoComplete={own('bday')} />
        <ChoiceLine form={form} name="nationality" choices={countryChoices()} />
      </div>
    </div>
  )
}
