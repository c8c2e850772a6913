import { type ComponentType, createElement, useEffect } from 'react'
import type { LazyScreens } from './fetchLazyScreens.ts'
import { LazyScreen } from './LazyScreen.tsx'
import { PageFrame } from './PageFrame.tsx'
import { PlanStep } from './steps/PlanStep.tsx'
import { PurchaseHead } from './PurchaseHead.tsx'
import { SandboxNote } from './SandboxNote.tsx'
import type { Step } from './steps/stepOrder.ts'
import { useSale } from './useSale.ts'

const lazyPages: Record<Exclude<Step, 'plan'>, (screens: LazyScreens) => ComponentType> = {
  consent: (screens) => screens.ConsentStep,
  code: (screens) => screens.CodeStep,
  identity: (screens) => screens.IdentityStep,
  review: (screens) => screens.ReviewStep,
  challenge: (screens) => screens.ChallengeStep,
  bank: (screens) => screens.BankStep,
  card: (screens) => screens.CardStep,
  summary: (screens) => screens.SummaryStep,
  outcome: (screens) => screens.OutcomePage,
}

/** The screen of a step below the purchase header. */
export function SalePages({ step }: { step: Step }) {
  const { view } = useSale()
  const shown = view.status === 'open' ? step : 'outcome'
  useEffect(() => {
    document.documentElement.dataset['mode'] = view.sandbox ? 'sandbox' : 'live'
  }, [view.sandbox])
  return (
    <PageFrame sandbox={view.sandbox}>
      {view.sandbox && <SandboxNote />}
      <PurchaseHead key={`purchase ${shown}`} />
      {shown === 'plan' ? <PlanStep /> : <LazyScreen key={shown}>{(screens) => createElement(lazyPages[shown](screens))}</LazyScreen>}
    </PageFrame>
  )
}
