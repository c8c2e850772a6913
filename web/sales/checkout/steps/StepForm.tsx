import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { nearTime } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { StepProgress } from './StepProgress.tsx'
import type { Step } from './stepOrder.ts'
import { FailureBanner } from '../FailureBanner.tsx'
import { useSale } from '../useSale.ts'

type StepFormProps = {
  step: Step
  title: string
  lead?: ReactNode
  /** The primary button; omitted where the step has its own. */
  next?: { label: string; busyLabel?: string; disabledReason?: string | null; busy?: boolean } | undefined
  onNext?: () => void
  /** Keeps the primary button in view beside a long list of options, where the window is tall enough. */
  nextInSight?: boolean
  children?: ReactNode
}

/** Layout of a step: progress, title and fields, then the next, back and cancel buttons. */
export function StepForm({ step, title, lead, next, onNext, nextInSight = false, children }: StepFormProps) {
  const { view, lastFailure, busy, back, leave } = useSale()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const whole = t('consumerScreens.title', { title, shop: view.shop.name })
    document.title = view.sandbox ? t('consumerScreens.title.sandbox', { title: whole }) : whole
  }, [title, view.shop.name, view.sandbox])
  useEffect(() => {
    // Coming from another step, the heading gets the focus so that screen readers announce it; not on the first load.
    if (document.body.dataset['step'] !== undefined) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    document.body.dataset['step'] = step
  }, [step])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy === null && !next?.disabledReason && !next?.busy) onNext?.()
  }
  return (
    <form noValidate className="flex flex-1 flex-col" onSubmit={submit}>
      <StepProgress step={step} />
      <h1 ref={heading} tabIndex={-1} className="mt-3 font-display text-title-lg font-title tracking-tight outline-none">
        {title}
      </h1>
      {lead && <p className="mt-2 text-ink-2">{lead}</p>}
      <div className="mt-5 grid gap-4">{children}</div>
      <div className={`mt-auto grid gap-2 pt-7 ${nextInSight ? 'way-on' : ''}`}>
        {lastFailure && <FailureBanner failure={lastFailure} />}
        {next && (
          <Button
            type="submit"
            variant="filled"
            size="large"
            wide
            className="h-auto! min-h-13 py-2.5 text-lg! whitespace-normal!"
            busy={(busy !== null && busy !== 'checkoutDismiss') || next.busy === true}
            busyLabel={next.busyLabel ?? t('consumerScreens.sending')}
            disabledReason={next.disabledReason ?? null}
          >
            {next.label}
          </Button>
        )}
      </div>
      <div className="grid gap-2 pt-2">
        <div className="-mx-4.5 flex justify-between gap-2">
          {back ? (
            <Button variant="quiet" size="large" onClick={back}>
              {t('consumerScreens.back')}
            </Button>
          ) : (
            <span />
          )}
          <Button variant="quiet" size="large" onClick={leave}>
            {t('consumerScreens.cancel')}
          </Button>
        </div>
        {view.expiresAt !== null && (
          <p className="text-sm text-ink-3">{t('consumerScreens.validUntil', { when: nearTime(view.expiresAt) })}</p>
        )}
      </div>
    </form>
  )
}
