import { useEffect, useState } from 'react'
import { checkoutCode, checkoutCodeSend } from '#contract/sales/checkout'
import { compactCode } from '#domain/platform/identifiers'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { FailureBanner } from '../FailureBanner.tsx'
import { useSale } from '../useSale.ts'
import { useSecondsUntil } from '../useSecondsUntil.ts'

/** Whoever opens the link elsewhere than where it was signed sees their plan, its card and the contract that names them after entering a one-time code. `to`: where it is sent, masked. */
export function OwnPlanCode({ to }: { to: string }) {
  const { view, lastFailure } = useSale()
  // The code opens the plan in the place of this form, which held the focus.
  useEffect(() => () => document.querySelector<HTMLElement>('h1')?.focus(), [])
  return (
    <section className="choice grid gap-3 p-4">
      <h2 className="text-lg font-strong">{t('consumerScreens.approved.own')}</h2>
      <p className="text-md text-ink-2">{t('consumerScreens.approved.otherDevice', { to })}</p>
      {view.code && <CodeForm code={view.code} />}
      <AskCode />
      {lastFailure && <FailureBanner failure={lastFailure} />}
    </section>
  )
}

function CodeForm({ code }: { code: NonNullable<ReturnType<typeof useSale>['view']['code']> }) {
  const { act, busy } = useSale()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    if (typed.length !== 6) return setProblem(t('consumerScreens.code.wrongLength'))
    setProblem((await act(checkoutCode, { code: typed }))?.message ?? null)
  }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      {code.shown !== null && <Banner tone="sandbox">{t('consumerScreens.code.sandbox', { code: code.shown })}</Banner>}
      <Field label={t('consumerScreens.code.label')} error={problem} required>
        <TextInput
          size="large"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          inputClassName="code-figures text-title-md"
          value={typed}
          onChange={(event) => {
            setTyped(compactCode(event.target.value).replace(/\D/g, '').slice(0, 6))
            setProblem(null)
          }}
        />
      </Field>
      <div>
        <Button type="submit" size="large" variant="filled" busy={busy === 'checkoutCode'} busyLabel={t('consumerScreens.sending')}>
          {t('consumerScreens.code.confirm')}
        </Button>
      </div>
    </form>
  )
}

function AskCode() {
  const { view, act, busy } = useSale()
  const seconds = useSecondsUntil(view.code?.resendAt ?? null)
  if (view.code?.resendAt === null) return <p className="text-md text-ink-2">{t('consumerScreens.code.noResend')}</p>
  if (view.code && seconds > 0) return <p className="text-md text-ink-3">{t('consumerScreens.code.resendIn', { count: seconds })}</p>
  return (
    <div>
      <Button
        size="large"
        variant={view.code ? 'outlined' : 'filled'}
        busy={busy === 'checkoutCodeSend'}
        busyLabel={t('consumerScreens.sending')}
        onClick={() => void act(checkoutCodeSend)}
      >
        {t(view.code ? 'consumerScreens.code.resend' : 'consumerScreens.approved.askCode')}
      </Button>
    </div>
  )
}
