import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Onboarding } from '#contract/merchants/onboarding'
import { needsUpload, type PaperType } from '#domain/merchants/company/papers'
import { papersRead } from '../company/companyReads.ts'
import { ProblemSummary } from '../company/FieldSummary.tsx'
import { focusSummary } from '../company/fieldId.ts'
import { PaperCard } from '../company/papers/PaperCard.tsx'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DelegateDialog } from './DelegateDialog.tsx'
import { DelegationList } from './DelegationList.tsx'
import { onboardingRead } from './onboardingReads.ts'
import { StepFrame } from './StepFrame.tsx'
import { useNextStep } from './useNextStep.ts'
import { WaitFor } from './WaitFor.tsx'

/** The upload of the documents, each with its state. */
export function DocsUploadStep({ onboarding }: { onboarding: Onboarding }) {
  const client = useQueryClient()
  const next = useNextStep('docs-upload')
  const papers = useQuery(papersRead())
  const [tried, setTried] = useState(false)
  const [delegated, setDelegated] = useState<PaperType | null>(null)
  const owed = papers.data?.filter(({ status }) => needsUpload(status)) ?? []
  const onContinue = async () => {
    if (owed.length === 0) return next()
    // Rendered first, so that it can get the focus.
    flushSync(() => setTried(true))
    focusSummary()
  }
  return (
    <StepFrame onboarding={onboarding} step="docs-upload" onContinue={onContinue}>
      {tried && (
        <ProblemSummary
          title={t('onboarding.docsOwed', { count: owed.length })}
          problems={owed.map(({ type }) => ({ name: type, label: t(`company.paper.${type}`) }))}
        />
      )}
      <WaitFor read={papers}>
        {(data) => (
          <div className="grid gap-7">
            {data.map((paper) => (
              <PaperCard
                key={paper.type}
                paper={paper}
                onKept={() => void client.invalidateQueries(onboardingRead())}
                aside={
                  needsUpload(paper.status) && (
                    <Button size="small" variant="quiet" onClick={() => setDelegated(paper.type)}>
                      {t('onboarding.delegate')}
                    </Button>
                  )
                }
              />
            ))}
          </div>
        )}
      </WaitFor>
      <DelegationList step="docs-upload" />
      {delegated && <DelegateDialog what={{ step: 'docs-upload', documentType: delegated }} onClose={() => setDelegated(null)} />}
    </StepFrame>
  )
}
