import { useQuery } from '@tanstack/react-query'
import { isNotOffered } from '../../platform/api/apiFailure.ts'
import { Suspense } from 'react'
import { Overlay } from '../../platform/frame/Overlay.tsx'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { currentSession } from '../../platform/session/session.ts'
import { useFirstPainted } from '../../platform/routes/useFirstPainted.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { CustomerCard } from './CustomerCard.tsx'
import { DetailDialogs } from './DetailDialogs.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { OperationAnswers } from './OperationAnswers.tsx'
import { OperationDisputes } from './OperationDisputes.tsx'
import { OperationHeader } from './OperationHeader.tsx'
import { OperationMoney } from './OperationMoney.tsx'
import { notesRead, OperationNotes } from './OperationNotes.tsx'
import { OperationPlan } from './OperationPlan.tsx'
import { OperationPrint } from './OperationPrint.tsx'
import { OperationTimeline } from './OperationTimeline.tsx'
import { OtherOperations } from './OtherOperations.tsx'
import { detailRead, messagesRead } from '../operationStatus/operationReads.ts'
import { RefundHistory } from './RefundHistory.tsx'
import { ShopCallbacks } from './ShopCallbacks.tsx'
import { useOperation, useOperationPolling } from '../refunds/useOperation.ts'
import { useUndoBars } from '../refunds/useUndoBars.tsx'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'

// Needed only with other providers' APIs.
const PlainOperation = lazyWithRetry(async () => (await import('./PlainOperation.tsx')).PlainOperation)

/** Prefetches the operation, its notes and its customer messages: the timeline is below the notes and includes the messages. */
function loader({ params, queryClient }: LoaderContext): void {
  const { merchantId = '', operationId = '' } = params
  void queryClient.prefetchQuery(detailRead(merchantId, operationId))
  void queryClient.prefetchQuery(notesRead(merchantId, operationId))
  if (currentSession().may('customerMessageList')) void queryClient.prefetchQuery(messagesRead(merchantId, operationId))
}

/** An operation: next actions, money, the customer's plan and the timeline. */
function OperationDetail() {
  const { merchantId, operationId, operation, error, isError, refetch, isFetching } = useOperation()
  const { flag, may } = useMerchant()
  const now = useNow(15_000)
  const slow = useDelayed(!operation && !isError)
  const painted = useFirstPainted()
  const messages = useQuery({ ...messagesRead(merchantId, operationId), enabled: operation !== undefined && may('customerMessageList') })
  useOperationPolling(merchantId, operationId, operation !== undefined)
  useUndoBars(operation)
  const back = <BackLink href={paths.operations(merchantId, flag)}>{t('operations.detail.back')}</BackLink>
  if (isNotOffered(error)) {
    return (
      <>
        {back}
        <Suspense fallback={null}>
          <PlainOperation merchantId={merchantId} operationId={operationId} />
        </Suspense>
        <Overlay />
      </>
    )
  }
  if (!operation) {
    return (
      <>
        {back}
        <div className="pt-6">
          {isError && (
            <FailureCard title={t('operations.failed.detail')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
          )}
          {slow && <DetailSkeleton />}
        </div>
      </>
    )
  }
  return (
    <article aria-labelledby="operation-title" className="max-w-dk max-md:pb-20">
      {back}
      <OperationHeader operation={operation} now={now} />
      <OperationAnswers operation={operation} now={now} />
      <div className="grid gap-x-12 gap-y-10 pt-9 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
        <div className="grid min-w-0 content-start gap-10">
          <OperationDisputes operation={operation} now={now} />
          <OperationMoney operation={operation} />
          <RefundHistory operation={operation} />
          {painted && <OperationPlan operation={operation} />}
          {painted && <ShopCallbacks operation={operation} now={now} />}
          {painted && <OperationNotes operation={operation} now={now} />}
        </div>
        <div className="grid min-w-0 content-start gap-10 md:max-lg:grid-cols-2">
          {painted && (messages.isFetched || !may('customerMessageList')) && (
            <>
              <OperationTimeline operation={operation} now={now} />
              <div className="grid content-start gap-10">
                <CustomerCard operation={operation} />
                <OtherOperations operation={operation} />
              </div>
            </>
          )}
        </div>
      </div>
      {painted && <OperationPrint operation={operation} now={now} />}
      <DetailDialogs operation={operation} now={now} />
      <Overlay />
    </article>
  )
}

export const OperationPage: Screen = { component: OperationDetail, loader }
