import { webhookRedeliver, type Webhook, type WebhookDelivery } from '#contract/merchants/webhooks'
import { write } from '../../platform/api/write.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { StateLine } from './StateLine.tsx'
import { useStepUpAction } from '../preferences/useStepUpAction.ts'
import { answerText, resultOf, typeText } from './webhookText.ts'

type DeliveryModalProps = { webhook: Webhook; delivery: WebhookDelivery; onClose: () => void }

/** One delivery: request, response, and a button to resend it. */
export function DeliveryModal({ webhook, delivery, onClose }: DeliveryModalProps) {
  const { run, error, busy } = useStepUpAction(t('webhooks.form.why'), ['webhookList', 'webhookDeliveryList'])
  const on = webhook.state === 'on'

  async function resend() {
    const sent = await run(({ merchantId }, key) =>
      write(webhookRedeliver, { params: { merchantId, webhookId: webhook.id, deliveryId: delivery.id }, key }),
    )
    if (!sent) return
    onClose()
    showToast(t('webhooks.resent'), { key: 'webhook' })
  }
  const answer = answerText(delivery)
  const took = delivery.ms === null ? '' : ` · ${t('webhooks.took', { ms: delivery.ms })}`
  return (
    <Dialog
      title={typeText(delivery.type)}
      subtitle={delivery.type}
      firstFocus="h2"
      onClose={onClose}
      onSubmit={() => void resend()}
      footer={
        <DialogActions
          onBack={onClose}
          back={t('shell.close')}
          busy={busy}
          busyLabel={t('webhooks.resend.busy')}
          disabledReason={on ? null : t('webhooks.verb.offReason')}
        >
          {t('webhooks.resend')}
        </DialogActions>
      }
    >
      <div className="grid min-w-0 gap-5">
        <DefinitionList
          items={[
            { term: t('shell.heading.result'), value: <StateLine {...resultOf(delivery, on)} /> },
            { term: t('webhooks.detail.at'), value: dateTime(delivery.at) },
            ...(delivery.triedAt === null
              ? []
              : [
                  { term: t('webhooks.detail.tried'), value: dateTime(delivery.triedAt) },
                  { term: t('webhooks.column.answer'), value: `${answer ?? ''}${took}` },
                ]),
            { term: t('webhooks.detail.id'), value: <code>{delivery.messageId}</code> },
          ]}
        />
        {delivery.status !== null && (
          <Excerpt title={t('webhooks.detail.answer')} text={delivery.answer || t('webhooks.detail.noAnswer')} />
        )}
        <Excerpt title={t('webhooks.detail.body')} text={JSON.stringify(JSON.parse(delivery.body), null, 2)} />
        <SendProblem error={error} />
      </div>
    </Dialog>
  )
}

function Excerpt({ title, text }: { title: string; text: string }) {
  return (
    <section className="min-w-0">
      <h3 className="pb-1.5 text-sm font-medium text-ink-2">{title}</h3>
      <pre className="rounded-3 border border-line bg-canvas p-4 text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </section>
  )
}
