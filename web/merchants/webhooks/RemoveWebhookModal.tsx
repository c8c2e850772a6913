import { webhookDelete, type Webhook } from '#contract/merchants/webhooks'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useStepUpAction } from '../preferences/useStepUpAction.ts'

type RemoveWebhookModalProps = { webhook: Webhook; onClose: () => void; onGone: () => void }

/** Deletes an endpoint, and says what is deleted with it. */
export function RemoveWebhookModal({ webhook, onClose, onGone }: RemoveWebhookModalProps) {
  const { run, error, busy } = useStepUpAction(t('webhooks.form.why'), ['webhookList'])

  async function remove() {
    const done = await run(async ({ merchantId }) => {
      await write(webhookDelete, { params: { merchantId, webhookId: webhook.id } })
      return true
    })
    if (!done) return
    onGone()
    showToast(t('webhooks.removed'), { key: 'webhook' })
  }
  return (
    <ConfirmDialog
      title={t('webhooks.remove.title')}
      verb={t('shell.remove')}
      busy={busy}
      busyLabel={t('shell.removing')}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p className="pb-3 font-medium wrap-anywhere">{webhook.url}</p>
      <p className="text-ink-2">{t('webhooks.remove.about')}</p>
      <SendProblem error={error} />
    </ConfirmDialog>
  )
}
