import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { ModeTag } from '../../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../../platform/shared/Dialog.tsx'
import { DialogVerbs } from '../../../platform/shared/DialogVerbs.tsx'
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
        <DialogVerbs onBack={onClose} size="large" busy={actions.running === 'cancel'} busyLabel={t('offlineCheckout.cancel.busy')}>
          {t('offlineCheckout.cancel.verb')}
        </DialogVerbs>
      }
    >
      <p className="text-ink-2">{t('offlineCheckout.cancel.detail')}</p>
      <LinkProblem actions={actions} />
    </Dialog>
  )
}
