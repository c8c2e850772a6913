import { useState } from 'react'
import { checkoutChallenge } from '#contract/sales/checkout'
import { compactDocument } from '#domain/platform/identifiers'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { ChallengeSimulation } from './ChallengeSimulation.tsx'
import { type Challenge, ChallengeFacts } from './ChallengeFacts.tsx'
import { keepDraft, readDraft } from './stepDraft.ts'
import { StepForm } from './StepForm.tsx'
import { useSale } from '../useSale.ts'

const forms = {
  support_number: { field: 'supportNumber', pattern: /^[A-Z]{3}\d{6}$/ },
  code: { field: 'code', pattern: /^\d{6}$/ },
} as const

/** Asks for the support number of the identity document, or for the code that the partner sent to the phone once the customer asked for it. */
export function ChallengeQuestion({ challenge }: { challenge: Challenge }) {
  const { view, link, act } = useSale()
  const [typed, setTyped] = useState(() => String(readDraft(link.checkoutId, 'challenge')['number'] ?? ''))
  const [problem, setProblem] = useState<string | null>(null)
  const way = challenge.way === 'code' ? 'code' : 'support_number'
  const words = way === 'code' ? 'consumerScreens.challenge.code' : 'consumerScreens.challenge'
  const isUnsent = way === 'code' && challenge.waitsFor === 'begin'
  const setError = (text: string) => {
    setProblem(text)
    document.getElementById('challenge-number')?.focus()
  }
  const send = async () => {
    if (isUnsent) {
      setTyped('')
      return void act(checkoutChallenge, {})
    }
    const { field, pattern } = forms[way]
    const text = compactDocument(typed)
    if (!pattern.test(text)) return setError(t(`${words}.wrong`))
    const failure = await act(checkoutChallenge, { [field]: text })
    if (failure?.type === 'CodeWrong' || failure?.type === 'ApiValidationException')
      setError(failure.fields.get(field)?.message ?? failure.message)
  }
  return (
    <StepForm
      step="challenge"
      title={t('consumerScreens.challenge.title')}
      lead={t(`${words}.lead`)}
      next={{ label: t(isUnsent ? 'consumerScreens.challenge.code.begin' : 'consumerScreens.challenge.confirm') }}
      onNext={() => void send()}
    >
      {view.sandbox && way === 'support_number' && <ChallengeSimulation />}
      {view.sandbox && way === 'code' && <Banner tone="sandbox">{t('consumerScreens.challenge.code.sandbox')}</Banner>}
      {!isUnsent && (
        <Field id="challenge-number" label={t(`${words}.label`)} help={t(`${words}.help`)} error={problem} required>
          <TextInput
            size="large"
            autoComplete={way === 'code' ? 'one-time-code' : 'off'}
            inputMode={way === 'code' ? 'numeric' : 'text'}
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(null)
              keepDraft(link.checkoutId, 'challenge', { number: event.target.value })
            }}
          />
        </Field>
      )}
      <ChallengeFacts challenge={problem === null ? challenge : { ...challenge, earlier: null }} />
    </StepForm>
  )
}
