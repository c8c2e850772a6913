import { joinTexts } from '#domain/platform/direction'
import { useRef, useState } from 'react'
import { checkoutCode, checkoutCodeSend } from '#contract/sales/checkout'
import { time } from '../../../platform/i18n/format.ts'
import { phoneText } from '../../../platform/i18n/phoneText.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { CorrectPhone } from './CorrectPhone.tsx'
import { StepForm } from './StepForm.tsx'
import { useSale } from '../useSale.ts'
import { useSecondsUntil } from '../useSecondsUntil.ts'

/** The one-time code: six digits, autofilled by the phone where supported. */
export function CodeStep() {
  const { view, act, busy } = useSale()
  const { code } = view
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [resent, setResent] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const expired = useSecondsUntil(code?.expiresAt ?? null) === 0
  const spent = code !== null && code.attemptsLeft === 0
  const usable = code !== null && !expired && !spent
  const setError = (text: string) => {
    setProblem(text)
    input.current?.focus()
    input.current?.select()
  }
  const confirm = async () => {
    setResent(false)
    if (typed.length !== 6) return setError(t('consumerScreens.code.wrongLength'))
    const failure = await act(checkoutCode, { code: typed })
    if (failure?.type === 'CodeWrong' || failure?.type === 'ApiValidationException') setError(failure.message)
  }
  const resend = async () => {
    setProblem(null)
    setTyped('')
    const failure = await act(checkoutCodeSend)
    if (failure !== null) return
    setResent(true)
    input.current?.focus()
  }
  const help = !code ? undefined : spent ? t('consumerScreens.code.noAttempts') : expired ? t('consumerScreens.code.expired') : undefined
  return (
    <StepForm
      step="code"
      title={t('consumerScreens.code.title')}
      lead={
        code && view.codeTo !== null
          ? t(`consumerScreens.code.by.${view.codeTo.channel}`, { to: phoneText(view.codeTo.to) })
          : t('consumerScreens.code.leadUnsent')
      }
      next={usable ? { label: t('consumerScreens.code.confirm'), busy: busy === 'checkoutCodeSend' } : undefined}
      onNext={() => void confirm()}
    >
      {code?.shown != null && usable && <Banner tone="sandbox">{t('consumerScreens.code.sandbox', { code: code.shown })}</Banner>}
      {code && (
        <Field
          label={t('consumerScreens.code.label')}
          error={usable ? problem : help}
          help={joinTexts([
            t('consumerScreens.code.validUntil', { clock: time(code.expiresAt) }),
            t('consumerScreens.code.attempts', { count: code.attemptsLeft }),
          ])}
          required
        >
          <TextInput
            ref={input}
            size="large"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            readOnly={!usable}
            inputClassName="code-figures text-title-md"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value.normalize('NFKC').replace(/\D/g, '').slice(0, 6))
              setProblem(null)
            }}
          />
        </Field>
      )}
      <Resend
        resendAt={code === null ? '' : code.resendAt}
        busy={busy === 'checkoutCodeSend'}
        urgent={!usable}
        onResend={() => void resend()}
      />
      <p role="status" className="text-sm text-accepted-ink">
        {resent ? t('consumerScreens.code.resent') : ''}
      </p>
      {code && view.codeTo?.channel === 'sms' && (
        <CorrectPhone
          onCorrected={() => {
            setTyped('')
            setProblem(null)
            setResent(true)
            input.current?.focus()
          }}
        />
      )}
    </StepForm>
  )
}

type ResendProps = {
  /** When a resend is allowed: null means never, an empty string means now. */
  resendAt: string | null
  busy: boolean
  /** A resend is the only way to continue. */
  urgent: boolean
  onResend: () => void
}

function Resend({ resendAt, busy, urgent, onResend }: ResendProps) {
  const seconds = useSecondsUntil(resendAt || null)
  if (resendAt === null) return <p className="text-md text-ink-2">{t('consumerScreens.code.noResend')}</p>
  if (seconds > 0) return <p className="text-md text-ink-3">{t('consumerScreens.code.resendIn', { count: seconds })}</p>
  return (
    <div>
      <Button size="large" variant={urgent ? 'filled' : 'outlined'} busy={busy} busyLabel={t('consumerScreens.sending')} onClick={onResend}>
        {t('consumerScreens.code.resend')}
      </Button>
    </div>
  )
}
