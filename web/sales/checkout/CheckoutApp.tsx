import { useEffect, useState } from 'react'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { parseErrorMessage } from '../../platform/i18n/parseErrorMessage.ts'
import { t } from '../../platform/i18n/t.ts'
import { ParseErrorMessage } from '../../platform/ui/feedback/ParseErrorMessage.ts'
import { checkoutIdHere, type CheckoutLink } from './checkoutLink.ts'
import { DeadLink } from './DeadLink.tsx'
import { LazyScreen } from './LazyScreen.tsx'
import { LoadingSale } from './LoadingSale.tsx'
import { SalePages } from './SalePages.tsx'
import { notifyOpener } from './outcomes/opener.ts'
import { isReachable, neighbour } from './steps/stepOrder.ts'
import { FailureBanner } from './FailureBanner.tsx'
import { PageFrame } from './PageFrame.tsx'
import { useHistoryStep } from './steps/useHistoryStep.ts'
import { useReturn } from './steps/returned.ts'
import { SaleContext, useSale, useSaleState } from './useSale.ts'

/** The checkout of one sale, opened by its link, without a session. */
export function CheckoutApp({ link }: { link: CheckoutLink | null }) {
  if (link === null) return <DeadLink why={checkoutIdHere() === null ? 'unknown' : 'reopen'} />
  return <OpenSale link={link} />
}

/** Goes on after the page of the customer's bank or of the card provider. */
function Returning() {
  useReturn(useSale())
  return null
}

function OpenSale({ link }: { link: CheckoutLink }) {
  const { asked: requestedStep, go, recordStep, back } = useHistoryStep()
  const [leaving, setLeaving] = useState(false)
  useEffect(() => notifyOpener({ event: 'checkout-ready' }), [])
  const { view, ...state } = useSaleState(link, go)
  const step = view === null ? null : requestedStep !== undefined && isReachable(requestedStep, view) ? requestedStep : view.step
  useEffect(() => {
    if (step !== null) recordStep(step)
  }, [step, recordStep])
  // An identity check may be finished later: the shop's page is notified of the pending order in case the customer closes the window now.
  const { result, url } = (view?.status === 'open' && view.ending) || {}
  useEffect(() => {
    if (result === undefined || url === undefined) return
    notifyOpener({ event: 'status-change', status: result, redirect_url: url })
    return () => notifyOpener({ event: 'resumed' })
  }, [result, url])
  const { lastFailure } = state
  if (isApiFailure(lastFailure)) {
    if (lastFailure.type === 'LinkReplaced') return <DeadLink why="replaced" />
    if (lastFailure.status === 404 || lastFailure.status === 401) return <DeadLink why="unknown" />
  }
  if (view === null || step === null) {
    return lastFailure === null ? (
      <LoadingSale />
    ) : (
      <PageFrame>
        <h1 className="mt-4 mb-4 font-display text-title-lg font-title tracking-tight">{t('consumerScreens.trouble.title')}</h1>
        <FailureBanner failure={lastFailure} onRetry={state.load} />
      </PageFrame>
    )
  }
  const before = view.status === 'open' ? neighbour(step, view, 'before') : null
  return (
    <SaleContext value={{ ...state, view, link, go, back: before === null ? null : () => back(before), leave: () => setLeaving(true) }}>
      <ParseErrorMessage value={parseErrorMessage}>
        <Returning />
        <SalePages step={step} />
        {leaving && view.status === 'open' && (
          <LazyScreen>{({ CancelSale }) => <CancelSale onClose={() => setLeaving(false)} />}</LazyScreen>
        )}
      </ParseErrorMessage>
    </SaleContext>
  )
}
