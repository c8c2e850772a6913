import Check from 'lucide-react/icons/check'
import type { Onboarding } from '#contract/merchants/onboarding'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { StepBar } from '../../platform/ui/charts/StepBar.tsx'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'

type Step = Onboarding['steps'][number]
/** The part of a step that is shown, from 1, of how many. */
export type StepPart = { at: number; all: number }

type StepListProps = { steps: readonly Step[]; present: OnboardingStep; part?: StepPart | undefined }

/** The steps by name: done, current, to do; going back is always possible. On phones: the current one only. */
export function StepList({ steps, present, part }: StepListProps) {
  const at = steps.findIndex(({ name }) => name === present)
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <nav aria-label={t('onboarding.steps')} className="min-w-0">
      <div className="grid gap-2 lg:pb-4">
        <p className="text-md text-ink-2 lg:hidden">
          {t('onboarding.stepOf', { at: at + 1, all: steps.length })} ·{' '}
          <span className="font-strong text-ink">{t(`onboarding.step.${present}`)}</span>
          {part && part.all > 1 && <> · {t('onboarding.partOf', part)}</>}
        </p>
        <StepBar
          label={t('onboarding.progress', { done, all: steps.length })}
          steps={steps.map(({ name, state }) => ({
            name,
            filled: state === 'done' ? 1 : name === present && part ? (part.at - 1) / part.all : 0,
            present: name === present,
          }))}
        />
        <p className="text-sm text-ink-3 max-lg:hidden">{t('onboarding.progress', { done, all: steps.length })}</p>
      </div>
      <ol className="hidden gap-1 lg:grid">
        {steps.map((step, index) => (
          <li key={step.name}>
            <StepEntry step={step} number={index + 1} present={step.name === present} part={part} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

const entry = 'flex min-h-10 items-center gap-3 rounded-3 px-3 py-1.5'

type EntryProps = { step: Step; number: number; present: boolean; part: StepPart | undefined }

function StepEntry({ step: { name, state }, number, present, part }: EntryProps) {
  const content = (
    <>
      <span
        aria-hidden
        className={`grid size-[1.5rem] flex-none place-items-center rounded-full border text-sm font-strong ${state === 'done' ? 'border-transparent bg-accepted-soft text-accepted-ink' : 'border-line-strong'}`}
      >
        {state === 'done' ? <Check className="size-3.75" /> : number}
      </span>
      <span className="flex-1">{t(`onboarding.step.${name}`)}</span>
      {state === 'done' && <span className="sr-only">{t('onboarding.stepDone')}</span>}
      {present && part && part.all > 1 && <span className="text-sm font-medium text-ink-2">{t('onboarding.partOf', part)}</span>}
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
