import { useState } from 'react'
import { checkoutIdentify } from '#contract/sales/checkout'
import { compactDocument, compactPostcode } from '#domain/platform/identifiers'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { DateInput } from '../../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput, type TextInputProps } from '../../../platform/ui/forms/TextInput.tsx'
import { AddressFields } from './AddressFields.tsx'
import {
  firstProblem,
  type IdentityDraft,
  type IdentityField,
  identityProblems,
  type IdentityProblems,
  problemsFrom,
  startDraft,
} from './identityDraft.ts'
import { KnownIdentity } from './KnownIdentity.tsx'
import { forgetDraft, keepDraft } from './stepDraft.ts'
import { StepForm } from './StepForm.tsx'
import { useSale } from '../useSale.ts'
import { serverNow } from '../../../platform/api/serverClock.ts'

type TextField = Exclude<IdentityField, 'birthday' | 'country'>

/** The customer's name, document, birthday, e-mail and address. Read-only once completed. */
export function IdentityStep() {
  const { view } = useSale()
  return view.step === 'identity' ? <AskIdentity /> : <KnownIdentity />
}

function AskIdentity() {
  const { view, link, act } = useSale()
  const [draft, setDraft] = useState(() => startDraft(view))
  const [problems, setProblems] = useState<IdentityProblems>({})
  const [today] = useState(() => serverNow().toISOString().slice(0, 10))
  const change = (part: Partial<IdentityDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepDraft(link.checkoutId, 'identity', next)
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }
  const setError = (nextProblems: IdentityProblems) => {
    setProblems(nextProblems)
    const first = firstProblem(nextProblems)
    if (first) document.getElementById(`identity-${first}`)?.focus()
  }
  const send = async () => {
    const wrongFields = identityProblems(draft)
    if (firstProblem(wrongFields)) return setError(wrongFields)
    const { street, postcode, city, country, documentId, birthday, ...person } = draft
    const address = { street: street.trim(), postcode: compactPostcode(postcode), city: city.trim(), country }
    const failure = await act(checkoutIdentify, { ...person, documentId: compactDocument(documentId), birthday: birthday ?? '', address })
    if (failure === null) forgetDraft(link.checkoutId, 'identity')
    if (failure?.type === 'ApiValidationException') setError(problemsFrom(failure.fields))
  }
  const textField = (field: TextField, more: TextInputProps, help?: string) => (
    <Field id={`identity-${field}`} label={t(`consumerScreens.identity.${field}`)} help={help} error={problems[field]} required>
      <TextInput size="large" value={draft[field]} onChange={(event) => change({ [field]: event.target.value })} {...more} />
    </Field>
  )
  return (
    <StepForm
      step="identity"
      title={t('consumerScreens.identity.title')}
      lead={t('consumerScreens.identity.lead')}
      next={{ label: t('consumerScreens.next') }}
      onNext={() => void send()}
    >
      {view.sandbox && <Banner tone="sandbox">{t('consumerScreens.identity.sandbox')}</Banner>}
      {textField('firstName', { autoComplete: 'given-name' })}
      {textField('lastName', { autoComplete: 'family-name' })}
      {textField(
        'documentId',
        { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
        t('consumerScreens.identity.documentIdHelp'),
      )}
      <Field
        id="identity-birthday"
        label={t('consumerScreens.identity.birthday')}
        help={t('consumerScreens.identity.birthdayHelp')}
        error={problems.birthday}
        required
      >
        <DateInput
          size="large"
          autoComplete="bday"
          value={draft.birthday}
          max={today}
          pickerLabel={t('consumerScreens.identity.calendar')}
          onChange={(birthday) => change({ birthday })}
        />
      </Field>
      {textField(
        'email',
        { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
        t('consumerScreens.identity.emailHelp'),
      )}
      <AddressFields draft={draft} problems={problems} onChange={change} />
      {textField('street', { autoComplete: 'street-address' })}
    </StepForm>
  )
}
