import Check from 'lucide-react/icons/check'
import type { Onboarding } from '#contract/merchants/onboarding'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { ProgressBar } from '../../platform/ui/feedback/ProgressBar.tsx'

type Step = Onboarding['steps'][number]

/** The steps by name: done, current, to do; going back is always possible. On phones: the current one only. */
export function StepList({ steps, present }: { steps: readonly Step[]; present: OnboardingStep }) {
  const at = steps.findIndex(({ name }) => name === present)
  return (
    <nav aria-label={t('onboarding.steps')} className="min-w-0">
      <div className="grid gap-2 lg:hidden">
        <p className="text-md text-ink-2">
          {t('onboarding.stepOf', { at: at + 1, all: steps.length })} ·{' '}
          <span className="font-strong text-ink">{t(`onboarding.step.${present}`)}</span>
        </p>
        <ProgressBar percent={((at + 1) / steps.length) * 100} label={t('onboarding.steps')} />
      </div>
      <ol className="hidden gap-1 lg:grid">
        {steps.map((step, index) => (
          <li key={step.name}>
            <StepEntry step={step} number={index + 1} present={step.name === present} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

const entry = 'flex min-h-10 items-center gap-3 rounded-3 px-3 py-1.5'

function StepEntry({ step: { name, state }, number, present }: { step: Step; number: number; present: boolean }) {
  const content = (
    <>
      <span
        aria-hidden
        className={`grid size-6 flex-none place-items-center rounded-full border text-sm font-strong ${state === 'done' ? 'border-transparent bg-accepted-soft text-accepted-ink' : 'border-line-strong'}`}
      >
        {state === 'done' ? <Check className="size-3.75" /> : number}
      </span>
      <span>{t(`onboarding.step.${name}`)}</span>
      {state === 'done' && <span className="sr-only">{t('onboarding.stepDone')}</span>}
    </>
  )
  if (present)
    return (
      <span aria-current="step" className={`${entry} bg-selected font-strong`}>
        {content}
      </span>
    )
  if (state === 'locked') return <span className={`${entry} text-ink-3`}>{content}</span>
  return (
    <Anchor href={paths.onboarding(name)} className={`${entry} text-ink-2 hover:bg-hover`}>
      {content}
    </Anchor>
  )
}
