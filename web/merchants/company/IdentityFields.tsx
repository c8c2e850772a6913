import { documentTypes, type OwnerField, type ProfileField } from '#domain/merchants/company/person'
import { t } from '../../platform/i18n/t.ts'
import { ChoiceLine } from './ChoiceLine.tsx'
import { countryChoices } from './countryChoices.ts'
import { DayLine } from './DayLine.tsx'
import { TextLine } from './TextLine.tsx'
import type { FieldForm } from './useFieldForm.ts'

type Shared = Extract<ProfileField, OwnerField>
/** `self`: autofill is for the user’s own name and date of birth only. */
type IdentityProps<F extends string> = { form: FieldForm<F | Shared>; self?: boolean }

const personOf = <F extends string>(form: FieldForm<F | Shared>) => form as unknown as FieldForm<Shared> // a person among other fields is one by itself
const own = (self: boolean, words: string) => (self ? words : 'off')

/** A person’s name. */
export function NameFields<F extends string>({ form: wideForm, self = false }: IdentityProps<F>) {
  const form = personOf(wideForm)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextLine form={form} name="firstName" autoComplete={own(self, 'given-name')} maxLength={60} />
      <TextLine form={form} name="lastName" autoComplete={own(self, 'family-name')} maxLength={80} />
    </div>
  )
}

/** A person’s identity document, date of birth and nationality. */
export function IdentityFields<F extends string>({ form: wideForm, self = false }: IdentityProps<F>) {
  const form = personOf(wideForm)
  return (
    <div className="grid gap-5">
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
        <DayLine form={form} name="birthday" autoComplete={own(self, 'bday')} />
        <ChoiceLine form={form} name="nationality" choices={countryChoices()} />
      </div>
    </div>
  )
}
