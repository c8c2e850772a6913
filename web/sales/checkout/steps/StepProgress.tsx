import { t } from '../../../platform/i18n/t.ts'
import { progressOf, type Step } from './stepOrder.ts'

/** Progress through the steps. */
export function StepProgress({ step }: { step: Step }) {
  const { at, total } = progressOf(step)
  return (
    <div role="img" aria-label={t('consumerScreens.progress', { step: at, total })} className="mt-4 flex gap-1.25">
      {Array.from({ length: total }, (_, index) => (
        <span key={index} className={`h-1 flex-1 rounded-full forced-colors:border ${index < at ? 'bg-accent' : 'bg-line-strong'}`} />
      ))}
    </div>
  )
}
