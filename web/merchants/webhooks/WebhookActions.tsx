import { webhookTestSend, webhookUpdate, type Webhook } from '#contract/merchants/webhooks'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { useStepUpAction } from '../preferences/useStepUpAction.ts'

/** The actions on an endpoint: send a test, edit, roll the secret, disable and enable, delete. */
export function WebhookActions({ webhook, hrefOf }: { webhook: Webhook; hrefOf: (dialog: string) => string }) {
  const testing = useStepUpAction(t('webhooks.form.why'), ['webhookList', 'webhookDeliveryList'])
  const turning = useStepUpAction(t('webhooks.form.why'), ['webhookList', 'webhookDeliveryList'])
  const on = webhook.state === 'on'

  async function test() {
    const sent = await testing.run(({ merchantId }) =>
      write(webhookTestSend, { params: { merchantId, webhookId: webhook.id }, key: newKey() }),
    )
    if (sent) showToast(t('webhooks.tested'), { key: 'webhook' })
  }
  async function turn() {
    const turned = await turning.run(({ merchantId }) =>
      write(webhookUpdate, { params: { merchantId, webhookId: webhook.id }, body: { on: !on }, key: newKey() }),
    )
    if (turned) showToast(t(on ? 'webhooks.turnedOff' : 'webhooks.turnedOn'), { key: 'webhook' })
  }
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="filled"
          busy={testing.busy}
          busyLabel={t('shell.sending')}
          disabledReason={on ? null : t('webhooks.verb.offReason')}
          onClick={() => void test()}
        >
          {t('webhooks.verb.test')}
        </Button>
        <Button href={hrefOf('change')}>{t('webhooks.verb.change')}</Button>
        <Button href={hrefOf('renew')}>{t('webhooks.verb.renew')}</Button>
        <Button busy={turning.busy} onClick={() => void turn()}>
          {t(on ? 'webhooks.verb.off' : 'webhooks.verb.on')}
        </Button>
        <Button variant="danger" href={hrefOf('remove')}>
          {t('shell.remove')}
        </Button>
      </div>
      <SendProblem error={testing.error ?? turning.error} />
    </div>
  )
}
