import Timer from 'lucide-react/icons/timer'
import { useQuery } from '@tanstack/react-query'
import type { Operation } from '#contract/sales/operations'
import { canRefund } from '#domain/sales/operations/lifecycle'
import { merchantNow } from '../../platform/api/merchantNow.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { go } from '../../platform/routes/go.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { factsOf } from '../operationStatus/operationFacts.ts'
import { ActionRoute } from './ActionRoute.tsx'
import { ImpactCard } from './ImpactCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { configurationRead } from '../operationStatus/operationReads.ts'
import { orderText } from '../operationStatus/operationText.ts'
import { refundCapture } from './refundCapture.ts'
import { isBegun, requestBody } from './refundDraft.ts'
import { RefundFields } from './RefundFields.tsx'
import { RequestOutcome } from '../../platform/requests/RequestOutcome.tsx'
import { RemainingChange } from './RemainingChange.tsx'
import { notifyRefund } from './notifyRefund.ts'
import { needsApproval, refundProblem } from './refundProblem.ts'
import { useRequestApproval } from './useRequestApproval.ts'
import { hasUnknownOutcome } from './useMoneyAction.ts'
import { useRefund } from './useRefund.ts'
import { useRefundPreview } from './useRefundPreview.ts'
import { useRunning } from '../operationStatus/runningActions.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** Refund form: amount, reason, effects and submit button. */
function RefundForm({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { merchantId, sandbox, shopName, flag, may } = useMerchant()
  const { data: configuration } = useQuery(configurationRead(merchantId))
  const { draft, phase, remainingBefore, inFlight, change, send, check, forget, begunBefore, startOver } = useRefund(operation, (done) => {
    notifyRefund(done, may('operationRefundUndo'))
    onClose()
  })
  const capture = refundCapture(operation, draft.captureId)
  const preview = useRefundPreview(operation, draft.amount, capture)
  const running = useRunning(operation.id)
  const { remaining } = preview
  const refundable = Math.min(remaining, capture?.remainingAmount ?? remaining)
  const problem = refundProblem(draft, refundable)
  const isOverLimit = needsApproval(draft.amount, preview.limits)
  const beyond = problem === null && isOverLimit
  const approval = useRequestApproval((request) => {
    forget()
    if (request === null) return onClose()
    go(paths.operationApproval(merchantId, operation.id, request.id, flag), { replace: true, keepScroll: true })
  })
  const busy = inFlight || approval.inFlight
  const holdSeconds = configuration?.refundHoldSeconds ?? null
  const submit = () => {
    if (problem !== null || busy) return
    if (beyond) approval.send(requestBody(draft, capture?.id))
    else send(remaining)
  }
  const close = () => {
    if (phase.name === 'writing' && !isBegun(draft)) forget()
    onClose()
  }
  const checking = phase.name === 'checking' || approval.phase.name === 'checking'
  const verb =
    draft.amount === null || draft.amount === 0
      ? t('operations.verb.refund')
      : t(beyond ? 'team.refund.ask' : 'operations.refund.button', { amount: money(draft.amount) })
  const { customer } = operation
  return (
    <Dialog
      size="money"
      title={t('operations.refund.title', { name: `${customer.firstName} ${customer.lastName}` })}
      tag={<ModeTag />}
      subtitle={t('operations.refund.subtitle', { order: orderText(operation), amount: money(remaining) })}
      onClose={close}
      closeOnOutside={draft.amount === null && !isBegun(draft)}
      onSubmit={submit}
      note={
        !beyond && (
          <>
            <Timer aria-hidden className="flex-none" />
            <span className="max-md:min-h-[2lh]">
              {holdSeconds === null
                ? ''
                : holdSeconds > 0
                  ? t('operations.refund.holds', { seconds: holdSeconds })
                  : t('operations.refund.atOnce')}
            </span>
          </>
        )
      }
      footer={
        <DialogActions
          onBack={close}
          size="large"
          busy={busy}
          busyLabel={t(checking ? 'shell.checking' : 'shell.sending')}
          disabledReason={
            problem
              ? t(`operations.refund.problem.${problem}`, { amount: money(refundable) })
              : running && !busy
                ? t('operations.detail.running')
                : null
          }
        >
          {sandbox ? t('operations.action.sandbox', { verb }) : verb}
        </DialogActions>
      }
    >
      {begunBefore && phase.name === 'writing' && (
        <div className="pb-5">
          <Banner
            title={t('operations.refund.begun')}
            action={
              <Button size="small" onClick={startOver}>
                {t('operations.refund.anew')}
              </Button>
            }
          >
            {t('operations.refund.begunDetail')}
          </Banner>
        </div>
      )}
      <RefundFields
        key={String(begunBefore)}
        operation={operation}
        draft={draft}
        remaining={refundable}
        problem={problem}
        locked={busy}
        limits={preview.limits}
        beyond={isOverLimit}
        onChange={(content) => {
          approval.write()
          change(content)
        }}
      />
      <RequestOutcome phase={approval.phase} onCheck={approval.check} />
      <RequestOutcome phase={phase} onCheck={check} money />
      <RemainingChange before={remainingBefore} now={remaining} />
      <ImpactCard
        effect={preview.effect}
        pending={preview.pending}
        error={preview.error}
        onRetry={preview.retry}
        shop={shopName}
        operation={operation}
        whole={draft.amount === remaining}
        tooMuch={problem === 'tooMuch'}
      />
    </Dialog>
  )
}

/** A refund is possible, or one was sent and its outcome is unknown. */
const allowed = (operation: Operation) => canRefund(factsOf(operation), merchantNow()).allowed || hasUnknownOutcome('refund', operation.id)

/** Dialog route over the operation. */
function RefundRoute() {
  return <ActionRoute allowed={allowed} refusal={t('operations.refund.blocked')} form={RefundForm} />
}

export const RefundModal: Screen = { component: RefundRoute }
