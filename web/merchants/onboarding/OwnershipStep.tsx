import { useQuery } from '@tanstack/react-query'
import type { EnterpriseView } from '#contract/merchants/company'
import type { Onboarding } from '#contract/merchants/onboarding'
import { enterpriseRead } from '../company/companyReads.ts'
import { OwnershipFields } from '../company/OwnershipFields.tsx'
import { SaveProblem, SaveState } from '../company/SaveState.tsx'
import { useEnterpriseForm } from '../company/useEnterpriseForm.ts'
import { StepFrame } from './StepFrame.tsx'
import { useNextStep } from './useNextStep.ts'
import { WaitFor } from './WaitFor.tsx'

/** The ownership of the company. */
export function OwnershipStep({ onboarding }: { onboarding: Onboarding }) {
  return <WaitFor read={useQuery(enterpriseRead())}>{(view) => <Loaded onboarding={onboarding} view={view} />}</WaitFor>
}

function Loaded({ onboarding, view }: { onboarding: Onboarding; view: EnterpriseView }) {
  const form = useEnterpriseForm(view, 'ownership', { auto: true })
  const next = useNextStep('ownership')
  const isListed = form.values.isListed === true
  return (
    <StepFrame
      onboarding={onboarding}
      step="ownership"
      state={<SaveState form={form} />}
      onContinue={async () => (isListed || form.check()) && (await form.save()) && (await next())}
    >
      <SaveProblem form={form} />
      <OwnershipFields form={form} />
    </StepFrame>
  )
}
