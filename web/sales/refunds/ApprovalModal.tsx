import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Operation } from '#contract/sales/operations'
import {
  refundRequestApprove,
  refundRequestDecline,
  refundRequestList,
  refundRequestWithdraw,
  type RefundRequest,
} from '#contract/sales/refundRequests'
import { call } from '../../platform/api/call.ts'
import { dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { orderText } from '../operationStatus/operationText.ts'
import { RequestOutcome } from '../../platform/requests/RequestOutcome.tsx'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useIdempotentRequest } from '../../platform/requests/useIdempotentRequest.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { go } from '../../platform/routes/go.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { PushOffer } from '../../platform/live/PushOffer.tsx'
import { stepUpOpen, withStepUp } from '../../platform/session/stepUp.ts'
import { useStore } from '../../platform/state/store.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { ImpactCard } from './ImpactCard.tsx'
import { refundCapture } from './refundCapture.ts'
import { requestsRead } from './requestReads.ts'
import { useOperation } from './useOperation.ts'
import { useRefundPreview } from './useRefundPreview.ts'

/** Polling interval of the requester while the request is pending. */
const POLL_MS = 4_000

/** Dialog route over the operation: a refund request, for its requester and its approver. */
function ApprovalRoute() {
  const { operation, merchantId, operationId } = useOperation()
  const { flag } = useMerchant()
  const { params } = useAddress()
  const requests = useQuery(requestsRead(merchantId, operationId))
  const request = requests.data?.find(({ id }) => id === params['requestId'])
  const back = paths.operation(merchantId, operationId, flag)
  const close = () => go(back, { replace: true, keepScroll: true })
  const client = useQueryClient()
  usePolled(
    async () => {
      const newest = await call(refundRequestList, { params: { merchantId, operationId }, background: true })
      client.setQueryData(requestsRead(merchantId, operationId).queryKey, newest)
    },
    POLL_MS,
    request?.state === 'pending',
  )
  const missing = requests.data !== undefined && !request
  useEffect(() => {
    if (!missing) return
    showToast(t('team.approval.missing'))
    go(back, { replace: true, keepScroll: true })
  }, [missing, back])
  if (operation && request) return <Approval operation={operation} request={request} onClose={close} />
  if (!requests.isError) return null
  return (
    <Dialog title={t('team.approval.failed')} onClose={close}>
      <FailureCard title={t('team.approval.failed')} error={requests.error} onRetry={() => void requests.refetch()} />
    </Dialog>
  )
}

type ApprovalProps = { operation: Operation; request: RefundRequest; onClose: () => void }
const answers = ['approve', 'decline', 'withdraw'] as const
type Answer = (typeof answers)[number]

/** Approves, rejects or withdraws, one idempotent request at a time; an approval requires the password. */
function useAnswer({ operation, request, onClose }: ApprovalProps) {
  const { merchantId } = useMerchant()
  const { replace, refetchNow } = useOperation()
  const client = useQueryClient()
  const params = { merchantId, operationId: operation.id, requestId: request.id }
  const answered = (what: Answer) => {
    void client.invalidateQueries({ queryKey: ['refundRequestList'] })
    showToast(t(`team.approval.done.${what}`, { amount: money(request.amount) }))
    onClose()
  }
  const onRefused = () => void client.invalidateQueries({ queryKey: ['refundRequestList'] })
  const approve = useIdempotentRequest({
    name: `approve:${request.id}`,
    endpoint: refundRequestApprove,
    params,
    around: (send) => withStepUp(t('team.why.approve'), send),
    onDone: ({ answer, isRecovered }) => {
      if (answer && !isRecovered) replace(answer.operation)
      else void refetchNow().catch(() => {})
      answered('approve')
    },
    onRefused,
  })
  const decline = useIdempotentRequest({
    name: `decline:${request.id}`,
    endpoint: refundRequestDecline,
    params,
    onDone: () => answered('decline'),
    onRefused,
  })
  const withdraw = useIdempotentRequest({
    name: `withdraw:${request.id}`,
    endpoint: refundRequestWithdraw,
    params,
    onDone: () => answered('withdraw'),
    onRefused,
  })
  const asking = useStore(stepUpOpen) !== null
  const requests = { approve, decline, withdraw }
  const busy = answers.find((what) => requests[what].inFlight) ?? null
  /** The last pressed answer. */
  const shown = answers.find((what) => requests[what].phase.name !== 'writing') ?? null
  return {
    busy: asking ? null : busy,
    outcome: shown && { what: shown, ...requests[shown] },
    answer: (what: Answer) => {
      if (busy !== null) return
      for (const one of answers) if (one !== what) requests[one].write()
      requests[what].send(undefined)
    },
  }
}

function Approval(props: ApprovalProps) {
  const { operation, request, onClose } = props
  const { account, may, shopName } = useMerchant()
  const { busy, outcome, answer } = useAnswer(props)
  const pending = request.state === 'pending'
  const mine = request.askedBy.id === account.userId
  const preview = useRefundPreview(operation, pending ? request.amount : null, refundCapture(operation, request.captureId))
  const amount = money(request.amount)
  const { firstName, lastName } = operation.customer
  return (
    <Dialog
      size={pending && !mine ? 'money' : 'other'}
      title={t('team.approval.title', { amount, name: `${firstName} ${lastName}` })}
      tag={<ModeTag />}
      subtitle={orderText(operation)}
      onClose={onClose}
      onSubmit={() => {
        if (pending && request.approvable) answer('approve')
      }}
      firstFocus="h2"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('shell.close')}
          </Button>
          {pending && mine && (
            <Button variant="outlined" busy={busy === 'withdraw'} busyLabel={t('shell.sending')} onClick={() => answer('withdraw')}>
              {t('team.approval.withdraw')}
            </Button>
          )}
          {pending && !mine && may('refundRequestApprove') && (
            <>
              <Button variant="outlined" busy={busy === 'decline'} busyLabel={t('shell.sending')} onClick={() => answer('decline')}>
                {t('team.approval.decline')}
              </Button>
              <Button
                variant="filled"
                size="large"
                type="submit"
                busy={busy === 'approve'}
                busyLabel={t('shell.sending')}
                disabledReason={request.approvable ? null : t('team.approval.beyond')}
              >
                {t('team.approval.approve', { amount })}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <DefinitionList items={factsOf(request)} />
        <p className="text-base">{outcomeText(request, mine)}</p>
        {pending && mine && <PushOffer when={t('settings.push.offer.approval')} />}
        {outcome && <RequestOutcome phase={outcome.phase} onCheck={outcome.check} money={outcome.what === 'approve'} />}
        {pending && !mine && (
          <ImpactCard
            effect={preview.effect}
            pending={preview.pending}
            error={preview.error}
            onRetry={preview.retry}
            shop={shopName}
            operation={operation}
            whole={request.amount === preview.remaining}
          />
        )}
      </div>
      <Live message={t(`team.approval.state.${request.state}`)} />
    </Dialog>
  )
}

function factsOf({ askedBy, askedAt, reason, comment, merchantReference }: RefundRequest) {
  return [
    { key: 'who', term: t('team.approval.askedBy'), value: askedBy.name },
    { key: 'when', term: t('team.approval.askedAt'), value: dateTime(askedAt) },
    ...(reason === null
      ? []
      : [{ key: 'reason', term: t('operations.refund.reasonLabel'), value: t(`operations.refund.reason.${reason}`) }]),
    ...(comment === null ? [] : [{ key: 'note', term: t('team.approval.note'), value: comment }]),
    ...(merchantReference === null ? [] : [{ key: 'reference', term: t('team.approval.reference'), value: merchantReference }]),
  ]
}

/** The state of the request, in a sentence. */
function outcomeText({ state, decidedBy, expiresAt }: RefundRequest, mine: boolean): string {
  if (state === 'pending') return t(mine ? 'team.approval.waiting' : 'team.approval.waits', { until: dateTime(expiresAt) })
  return t(`team.approval.was.${state}`, { name: decidedBy ?? '' })
}

export const ApprovalModal: Screen = { component: ApprovalRoute }
