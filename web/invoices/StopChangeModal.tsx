import type { Iban } from '#contract/ibans'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { ModeTag } from '../operation/ModeTag.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogVerbs } from '../shell/DialogVerbs.tsx'
import { showToast } from '../shell/toasts.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import type { IbanChange } from './useIbanChange.ts'

/** "Detener": the change ends and everything is paid where it was. */
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
        <DialogVerbs onBack={onClose} busy={verbs.busy === 'cancel'} busyLabel={t('shell.sending')}>
          {t('bankAccounts.verb.stop')}
        </DialogVerbs>
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
