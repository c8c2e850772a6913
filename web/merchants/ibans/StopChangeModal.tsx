import type { Iban } from '#contract/merchants/ibans'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import type { IbanChange } from './useIbanChange.ts'

/** "Detener": cancels the change; payouts go to the same account as before. */
export function StopChangeModal({ change, verbs, onClose }: { change: Iban; verbs: IbanChange; onClose: () => void }) {
  const stop = async () => {
    if (!(await verbs.run('cancel', change.id))) return
    onClose()
    showToast(t('bankAccounts.stop.done', { iban: change.iban }))
  }
  return (
    <Dialog
      title={t('bankAccounts.stop.title')}
      tag={<ModeTag />}
      subtitle={t('bankAccounts.stop.about', { iban: change.iban })}
      onClose={onClose}
      onSubmit={() => void stop()}
      footer={
        <DialogActions onBack={onClose} busy={verbs.busy === 'cancel'} busyLabel={t('shell.sending')}>
          {t('bankAccounts.verb.stop')}
        </DialogActions>
      }
    >
      <p className="text-base">{t('bankAccounts.stop.detail')}</p>
      {verbs.error !== null && verbs.busy === null && (
        <div className="pt-4">
          <ErrorBanner>{failureText(verbs.error)}</ErrorBanner>
        </div>
      )}
    </Dialog>
  )
}
