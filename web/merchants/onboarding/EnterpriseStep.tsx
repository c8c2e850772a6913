import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnterpriseView } from '#contract/merchants/company'
import type { Onboarding } from '#contract/merchants/onboarding'
import { enterpriseRead } from '../company/companyReads.ts'
import { EnterpriseFields } from '../company/EnterpriseFields.tsx'
import { FieldSummary } from '../company/FieldSummary.tsx'
import { SaveProblem, SaveState } from '../company/SaveState.tsx'
import { useEnterpriseForm } from '../company/useEnterpriseForm.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DelegateDialog } from './DelegateDialog.tsx'
import { DelegationList } from './DelegationList.tsx'
import { StepFrame } from './StepFrame.tsx'
import { useNextStep } from './useNextStep.ts'
import { WaitFor } from './WaitFor.tsx'

/** The company’s data. */
export function EnterpriseStep({ onboarding }: { onboarding: Onboarding }) {
  return <WaitFor read={useQuery(enterpriseRead())}>{(view) => <Loaded onboarding={onboarding} view={view} />}</WaitFor>
}

function Loaded({ onboarding, view }: { onboarding: Onboarding; view: EnterpriseView }) {
  const form = useEnterpriseForm(view, 'company', { auto: true })
  const next = useNextStep('enterprise')
  const [asks, setAsks] = useState(false)
  return (
    <StepFrame
      onboarding={onboarding}
      step="enterprise"
      state={<SaveState form={form} />}
      onContinue={async () => form.check() && (await form.save()) && (await next())}
    >
      <SaveProblem form={form} />
      <FieldSummary wrong={form.wrong} />
      <div>
        <Button size="small" onClick={() => setAsks(true)}>
          {t('onboarding.delegate')}
        </Button>
      </div>
      <EnterpriseFields form={form} />
      <DelegationList step="enterprise" />
      {asks && <DelegateDialog what={{ step: 'enterprise', documentType: null }} onClose={() => setAsks(false)} />}
    </StepFrame>
  )
}
