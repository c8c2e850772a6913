import { useState } from 'react'
import { checkoutPhone } from '#contract/sales/checkout'
import { compactPhone, isMobile } from '#domain/platform/identifiers'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { useSale } from '../useSale.ts'

/** Corrects a mistyped mobile number, at most twice, before the code is entered. */
export function CorrectPhone({ onCorrected }: { onCorrected: () => void }) {
  const { view, act, busy } = useSale()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  if (view.phoneCorrectionsLeft === null) return null
  if (view.phoneCorrectionsLeft === 0) return <p className="text-sm text-ink-3">{t('consumerScreens.phone.noMore')}</p>
  const setError = (words: string) => {
    setProblem(words)
    document.getElementById('correct-phone')?.focus()
  }
  const correct = async () => {
    const phone = compactPhone(typed)
    if (!isMobile(phone)) return setError(t('consumerScreens.consent.phoneWrong'))
    const failure = await act(checkoutPhone, { phone })
    if (failure?.type === 'ApiValidationException') return setError(failure.fields.get('phone')?.message ?? failure.message)
    if (failure !== null) return
    setOpen(false)
    setTyped('')
    onCorrected()
  }
  if (!open) {
    return (
      <div className="-ml-4.75">
        <Button size="large" variant="quiet" onClick={() => setOpen(true)}>
          {t('consumerScreens.phone.wrong')}
        </Button>
      </div>
    )
  }
  return (
    <fieldset className="choice grid min-w-0 gap-3 p-3">
      <legend className="sr-only">{t('consumerScreens.phone.wrong')}</legend>
      <Field
        id="correct-phone"
        label={t('consumerScreens.phone.right')}
        help={t('consumerScreens.phone.left', { count: view.phoneCorrectionsLeft })}
        error={problem}
        required
      >
        <TextInput
          size="large"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
          onKeyDown={(event) => {
            // Enter submits this field, not the code's form around it.
            if (event.key !== 'Enter') return
            event.preventDefault()
            void correct()
          }}
        />
      </Field>
      <Button size="large" busy={busy === 'checkoutPhone'} busyLabel={t('consumerScreens.sending')} onClick={() => void correct()}>
        {t('consumerScreens.phone.send')}
      </Button>
    </fieldset>
  )
}
