import { type ReactNode, useState } from 'react'
import { checkoutConsent } from '#contract/sales/checkout'
import { compactPhone, isMobile } from '#domain/platform/identifiers'
import { settings } from '../../../platform/api/settings.ts'
import { nearTime } from '../../../platform/i18n/format.ts'
import { phoneText } from '../../../platform/i18n/phoneText.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Checkbox } from '../../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { planName } from './planName.ts'
import { PlanPayments } from './PlanPayments.tsx'
import { forgetDraft, keepDraft, readDraft } from './stepDraft.ts'
import { StepForm } from './StepForm.tsx'
import { chosenPlan, neighbour } from './stepOrder.ts'
import { useSale } from '../useSale.ts'

type Problems = { privacy?: string; credit?: string; phone?: string }

/** Two separate consents, both unticked by default, and the phone that verifies who gives them. */
export function ConsentStep() {
  const { view, link, act, go } = useSale()
  const [privacy, setPrivacy] = useState(false)
  const [credit, setCredit] = useState(false)
  const [phone, setPhone] = useState(() => String(readDraft(link.checkoutId, 'consent')['phone'] ?? ''))
  const [problems, setProblems] = useState<Problems>({})
  const after = view.step === 'consent' ? null : neighbour('consent', view, 'after')
  const send = async () => {
    if (after) return go(after)
    const typed = compactPhone(phone)
    const wrongFields: Problems = {
      ...(!privacy && { privacy: t('consumerScreens.consent.missingPrivacy') }),
      ...(!credit && { credit: t('consumerScreens.consent.missingCredit') }),
      ...(view.codeTo === null && !isMobile(typed) && { phone: t('consumerScreens.consent.phoneWrong') }),
    }
    setProblems(wrongFields)
    const [first] = Object.keys(wrongFields)
    if (first) return document.getElementById(`consent-${first}`)?.focus()
    const failure = await act(checkoutConsent, { privacy, creditCheck: credit, ...(view.codeTo === null && { phone: typed }) })
    if (failure === null) forgetDraft(link.checkoutId, 'consent')
    const invalid = failure?.type === 'ApiValidationException' ? failure : null
    if (invalid) setProblems({ phone: invalid.fields.get('phone')?.message ?? invalid.message })
  }
  const { brand } = settings()
  const plan = chosenPlan(view)
  const contact = brand.supportEmail || t('consumerScreens.consent.noContact')
  if (after)
    return (
      <StepForm
        step="consent"
        title={t('consumerScreens.consent.title')}
        next={{ label: t('consumerScreens.next') }}
        onNext={() => void send()}
      >
        {view.consentsGivenAt !== null && <p>{t('consumerScreens.consent.given', { when: nearTime(view.consentsGivenAt) })}</p>}
        <More title={t('consumerScreens.consent.privacyMore')}>
          {t('consumerScreens.consent.privacyText', { legal: brand.legalName, contact })}
        </More>
        <More title={t('consumerScreens.consent.creditMore')}>
          {t('consumerScreens.consent.creditText', { brand: brand.name, contact })}
        </More>
      </StepForm>
    )
  return (
    <StepForm
      step="consent"
      title={t('consumerScreens.consent.title')}
      lead={t('consumerScreens.consent.lead')}
      next={{ label: t('consumerScreens.consent.send') }}
      onNext={() => void send()}
    >
      <Agreement
        id="consent-privacy"
        label={t('consumerScreens.consent.privacy')}
        checked={privacy}
        onChange={setPrivacy}
        problem={problems.privacy}
        more={t('consumerScreens.consent.privacyMore')}
      >
        {t('consumerScreens.consent.privacyText', { legal: brand.legalName, contact })}
      </Agreement>
      <Agreement
        id="consent-credit"
        label={t('consumerScreens.consent.credit', { plan: plan === null ? '' : planName(plan) })}
        about={plan && <PlanPayments plan={plan} />}
        checked={credit}
        onChange={setCredit}
        problem={problems.credit}
        more={t('consumerScreens.consent.creditMore')}
      >
        {t('consumerScreens.consent.creditText', { brand: brand.name, contact })}
      </Agreement>
      {view.codeTo === null ? (
        <Field
          id="consent-phone"
          label={t('consumerScreens.consent.phone')}
          help={t('consumerScreens.consent.phoneHelp')}
          error={problems.phone}
          required
        >
          <TextInput
            size="large"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            value={phone}
            onChange={(event) => {
              setPhone(event.target.value)
              keepDraft(link.checkoutId, 'consent', { phone: event.target.value })
            }}
          />
        </Field>
      ) : (
        <p>{t(`consumerScreens.consent.by.${view.codeTo.channel}`, { to: phoneText(view.codeTo.to) })}</p>
      )}
    </StepForm>
  )
}

type AgreementProps = {
  id: string
  label: string
  /** What it is about, above it. */
  about?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  problem: string | undefined
  more: string
  children: ReactNode
}

function Agreement({ id, label, about, checked, onChange, problem, more, children }: AgreementProps) {
  return (
    <div className="choice p-3">
      {about && <div className="px-1 pt-1 pb-3">{about}</div>}
      <Checkbox
        id={id}
        label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-invalid={problem !== undefined && !checked ? true : undefined}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} className="text-sm text-danger-ink">
        {checked ? '' : problem}
      </p>
      <More title={more}>{children}</More>
    </div>
  )
}

function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="more text-md">
      <summary>{title}</summary>
      <p className="pb-2 text-ink-2">{children}</p>
    </details>
  )
}
