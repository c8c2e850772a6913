import { onboardingDocsSeen, type Onboarding } from '#contract/merchants/onboarding'
import { paperChecks, requiredPapers } from '#domain/merchants/company/papers'
import { isNotOffered } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { PaperExample } from './PaperExample.tsx'
import { StepFrame } from './StepFrame.tsx'
import { useNextStep } from './useNextStep.ts'

/** The required documents: why, an example, and the reviewer’s criteria, from the list that both sides use. */
export function DocsInfoStep({ onboarding }: { onboarding: Onboarding }) {
  const next = useNextStep('docs-info')
  const papers = onboarding.type === 'unknown' || onboarding.papersElsewhere ? [] : requiredPapers[onboarding.type]
  return (
    <StepFrame
      onboarding={onboarding}
      step="docs-info"
      continueLabel={t('onboarding.docsReady')}
      onContinue={async () => {
        await write(onboardingDocsSeen, { mode: 'live' }).catch((error: unknown) => {
          if (!isNotOffered(error)) throw error
        })
        await next()
      }}
    >
      {onboarding.papersElsewhere && <p className="max-w-[64ch] text-md text-ink-2">{t('onboarding.docsElsewhere')}</p>}
      <ul className="border-t border-line empty:hidden">
        {papers.map((type) => (
          <li key={type} className="flex gap-5 border-b border-line py-5 max-sm:flex-col">
            <PaperExample type={type} />
            <div className="grid min-w-0 content-start gap-2">
              <h2 className="font-strong">{t(`company.paper.${type}`)}</h2>
              <p className="max-w-[64ch] text-md text-ink-2">{t(`company.paperWhy.${type}`)}</p>
              <p className="text-sm text-ink-3">{t('onboarding.docsChecked')}</p>
              <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
                {paperChecks[type].map((reason) => (
                  <li key={reason} className="flex items-center gap-1.5 before:size-1 before:rounded-full before:bg-ink-3">
                    {t(`company.check.${reason}`)}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
      {papers.length > 0 && <p className="text-md text-ink-2">{t('onboarding.docsFormats')}</p>}
    </StepFrame>
  )
}
