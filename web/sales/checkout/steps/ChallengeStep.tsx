import { useState } from 'react'
import { checkoutChallenge } from '#contract/sales/checkout'
import { compactDocument } from '#domain/platform/identifiers'
import { t } from '../../../platform/i18n/t.ts'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { ChallengeSimulation } from './ChallengeSimulation.tsx'
import { keepDraft, readDraft } from './stepDraft.ts'
import { StepForm } from './StepForm.tsx'
import { TimeLeft } from '../TimeLeft.tsx'
import { useSale } from '../useSale.ts'

/** Asks for the support number of the identity document, with the reason, the deadline and the attempts left. */
export function ChallengeStep() {
  const { view, link, act } = useSale()
  const [number, setNumber] = useState(() => String(readDraft(link.checkoutId, 'challenge')['number'] ?? ''))
  const [problem, setProblem] = useState<string | null>(null)
  const setError = (text: string) => {
    setProblem(text)
    document.getElementById('challenge-number')?.focus()
  }
  const send = async () => {
    const supportNumber = compactDocument(number)
    if (!/^[A-Z]{3}\d{6}$/.test(supportNumber)) return setError(t('consumerScreens.challenge.wrong'))
    const failure = await act(checkoutChallenge, { supportNumber })
    if (failure?.type === 'CodeWrong' || failure?.type === 'ApiValidationException')
      setError(failure.fields.get('supportNumber')?.message ?? failure.message)
  }
  const { challenge } = view
  return (
    <StepForm
      step="challenge"
      title={t('consumerScreens.challenge.title')}
      lead={t('consumerScreens.challenge.lead')}
      next={{ label: t('consumerScreens.challenge.confirm') }}
      onNext={() => void send()}
    >
      {view.sandbox && <ChallengeSimulation />}
      <Field
        id="challenge-number"
        label={t('consumerScreens.challenge.label')}
        help={t('consumerScreens.challenge.help')}
        error={problem}
        required
      >
        <TextInput
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={number}
          onChange={(event) => {
            setNumber(event.target.value)
            setProblem(null)
            keepDraft(link.checkoutId, 'challenge', { number: event.target.value })
          }}
        />
      </Field>
      {challenge && (
        <>
          <p className="text-md text-ink-2">{t('consumerScreens.challenge.attempts', { count: challenge.attemptsLeft })}</p>
          <TimeLeft until={challenge.until} />
        </>
      )}
    </StepForm>
  )
}
