import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnterpriseView } from '#contract/merchants/company'
import type { Onboarding } from '#contract/merchants/onboarding'
import { enterpriseRead } from '../company/companyReads.ts'
import { enterpriseParts } from '../company/enterpriseParts.tsx'
import { useEnterpriseForm } from '../company/useEnterpriseForm.ts'
import { DelegateDialog } from './DelegateDialog.tsx'
import { DelegationList } from './DelegationList.tsx'
import { PartStep } from './PartStep.tsx'
import { useNextStep } from './useNextStep.ts'
import { WaitFor } from './WaitFor.tsx'

/** The company’s data. */
export function EnterpriseStep({ onboarding }: { onboarding: Onboarding }) {
  return <WaitFor read={useQuery(enterpriseRead())}>{(view) => <Loaded onboarding={onboarding} view={view} />}</WaitFor>
}

function Loaded({ onboarding, view }: { onboarding: Onboarding; view: EnterpriseView }) {
  const form = useEnterpriseForm(view, 'company', { auto: true })
  const [asks, setAsks] = useState(false)
  return (
    <PartStep
      onboarding={onboarding}
      step="enterprise"
      parts={enterpriseParts}
      form={form}
      onDone={useNextStep('enterprise')}
      onDelegate={() => setAsks(true)}
      below={
        <>
          <DelegationList step="enterprise" />
          {asks && <DelegateDialog what={{ step: 'enterprise', documentType: null }} onClose={() => setAsks(false)} />}
        </>
      }
    />
  )
}
