import { type ReactNode, useState } from 'react'
import type { Onboarding } from '#contract/merchants/onboarding'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { focusUnparsed } from '../../platform/ui/feedback/unparsedText.ts'
import { ChangeList } from './ChangeList.tsx'
import { StepList, type StepPart } from './StepList.tsx'

type StepFrameProps = {
  onboarding: Onboarding
  step: OnboardingStep
  /** The part of the step that is shown, from 1, of how many. */
  part?: StepPart
  /** Of the part before; by default of the step before. */
  backHref?: string | undefined
  /** Beside the title: the save state. */
  state?: ReactNode
  /** Goes to the next step, or shows what is missing. */
  onContinue: () => Promise<unknown>
  continueLabel?: string
  children: ReactNode
}

/** The remaining steps: submitted ones are not submitted again from here. */
export const walkedSteps = ({ status, steps }: Onboarding) =>
  steps.filter(({ name }) => status !== 'changes_requested' || name !== 'add-merchant')

/** Layout of one onboarding step: progress, what is asked and why, and the next button. Fields are saved automatically, so Enter submits nothing. */
export function StepFrame({ onboarding, step, part, backHref, state, onContinue, continueLabel, children }: StepFrameProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const steps = walkedSteps(onboarding)
  const before = steps[steps.findIndex(({ name }) => name === step) - 1]
  const back = backHref ?? (before && paths.onboarding(before.name))
  const submit = async () => {
    if (busy || focusUnparsed()) return
    setBusy(true)
    setError(null)
    try {
      await onContinue()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[15rem_minmax(0,45rem)]">
      <StepList steps={steps} present={step} part={part} />
      <section aria-labelledby="step-title" className="grid min-w-0 gap-7">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
            <h1 id="step-title" className="font-display text-title-lg font-title tracking-tight">
              {t(`onboarding.title.${step}`)}
            </h1>
            {state}
          </div>
          {(part?.at ?? 1) === 1 && <p className="max-w-[64ch] text-ink-2">{t(`onboarding.lead.${step}`)}</p>}
        </div>
        <ChangeList onboarding={onboarding} step={step} />
        {children}
        {error !== null && (
          <Banner tone="error" live title={failureMessage(error)}>
            {t('company.kept')}
          </Banner>
        )}
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-5 max-md:*:flex-1">
          <Button variant="filled" size="large" busy={busy} busyLabel={t('shell.saving')} onClick={() => void submit()}>
            {continueLabel ?? t('onboarding.continue')}
          </Button>
          {back !== undefined && (
            <Button size="large" href={back}>
              {t('shell.back')}
            </Button>
          )}
        </div>
      </section>
    </div>
  )
}
