import { type ComponentType, useEffect } from 'react'
import { BankStep } from './BankStep.tsx'
import { CardStep } from './CardStep.tsx'
import { ChallengeStep } from './ChallengeStep.tsx'
import { CodeStep } from './CodeStep.tsx'
import { ConsentStep } from './ConsentStep.tsx'
import { IdentityStep } from './IdentityStep.tsx'
import { OutcomePage } from './OutcomePage.tsx'
import { PageFrame } from './PageFrame.tsx'
import { PlanStep } from './PlanStep.tsx'
import { PurchaseHead } from './PurchaseHead.tsx'
import { SandboxNote } from './SandboxNote.tsx'
import type { Step } from './stepOrder.ts'
import { SummaryStep } from './SummaryStep.tsx'
import { useSale } from './useSale.ts'

const pages: Record<Step, ComponentType> = {
  plan: PlanStep,
  consent: ConsentStep,
  code: CodeStep,
  identity: IdentityStep,
  challenge: ChallengeStep,
  bank: BankStep,
  card: CardStep,
  summary: SummaryStep,
  outcome: OutcomePage,
}

/** The screen of a step under the shop's name and what is bought. */
export function SalePages({ step }: { step: Step }) {
  const { view } = useSale()
  const shown = view.status === 'open' ? step : 'outcome'
  const Page = pages[shown]
  useEffect(() => {
    document.documentElement.dataset['mode'] = view.sandbox ? 'sandbox' : 'live'
  }, [view.sandbox])
  return (
    <PageFrame sandbox={view.sandbox}>
      {view.sandbox && <SandboxNote />}
      <PurchaseHead key={`purchase ${shown}`} />
      <Page key={shown} />
    </PageFrame>
  )
}
