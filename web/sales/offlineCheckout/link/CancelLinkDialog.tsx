import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { ModeTag } from '../../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../../platform/feedback/DialogActions.tsx'
import { LinkProblem } from './LinkProblem.tsx'
import type { LinkActions } from './useLinkActions.ts'

/** Cancels a link before the customer has accepted; nothing is charged (docs/domain.md#transitions, T10). */
export function CancelLinkDialog({ checkout, actions, onClose }: { checkout: OfflineCheckout; actions: LinkActions; onClose: () => void }) {
  return (
    <Dialog
      title={t('offlineCheckout.cancel.title', { amount: money(checkout.totalAmount) })}
      tag={<ModeTag />}
      onClose={onClose}
      onSubmit={() => void actions.cancel().then((done) => done && onClose())}
      firstFocus="h2"
      footer={
        <DialogActions onBack={onClose} size="large" busy={actions.running === 'cancel'} busyLabel={t('offlineCheckout.cancel.busy')}>
          {t('offlineCheckout.cancel.verb')}
        </DialogActions>
      }
    >
      <p className="text-ink-2">{t('offlineCheckout.cancel.detail')}</p>
      <LinkProblem actions={actions} />
    </Dialog>
  )
}
