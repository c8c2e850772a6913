import { useState } from 'react'
import { webhookSecretRenew, type Webhook } from '#contract/merchants/webhooks'
import { SECRET_OVERLAP_HOURS } from '#domain/merchants/webhook'
import { write } from '../../platform/api/write.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useNow } from '../../platform/requests/useNow.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { useStepUpAction } from '../preferences/useStepUpAction.ts'

type RenewSecretModalProps = { webhook: Webhook; onClose: () => void; onMade: (secret: string) => void }

const choices = [SECRET_OVERLAP_HOURS, 0] as const
const hourMs = 3_600_000

/** Creates a new signing secret, and chooses whether the previous one also signs for a day. */
export function RenewSecretModal({ webhook, onClose, onMade }: RenewSecretModalProps) {
  const [overlapHours, setOverlapHours] = useState<(typeof choices)[number]>(SECRET_OVERLAP_HOURS)
  const { run, error, busy } = useStepUpAction(t('webhooks.renew.why'), ['webhookList'])
  const now = useNow()

  async function renew() {
    // A retry after a lost answer shows the same new secret.
    const renewed = await run(
      ({ merchantId }, key) =>
        write(webhookSecretRenew, {
          params: { merchantId, webhookId: webhook.id },
          body: { overlapHours },
          key,
        }),
      overlapHours,
    )
    if (renewed) onMade(renewed.secret)
  }
  const until = dateTime(new Date(now.getTime() + SECRET_OVERLAP_HOURS * hourMs).toISOString())
  return (
    <Dialog
      title={t('webhooks.renew.title')}
      tag={<ModeTag />}
      subtitle={t('webhooks.renew.about')}
      firstFocus="input[type=radio]:checked"
      onClose={onClose}
      onSubmit={() => void renew()}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={t('webhooks.renew.busy')}>
          {t('webhooks.renew.verb')}
        </DialogActions>
      }
    >
      <fieldset className="grid gap-1">
        <legend className="pb-2 text-sm font-medium text-ink-2">{t('webhooks.renew.overlap')}</legend>
        {choices.map((hours) => (
          <label key={hours} className="flex min-h-9 items-start gap-2.5 py-1 text-md max-md:min-h-11">
            <input type="radio" name="overlap" className="mt-1" checked={overlapHours === hours} onChange={() => setOverlapHours(hours)} />
            <span>
              {t(`webhooks.renew.${hours}`)}
              <span className="block text-sm text-ink-3">{t(`webhooks.renew.${hours}.detail`, { until })}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <SendProblem error={error} />
    </Dialog>
  )
}
