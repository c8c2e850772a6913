import type { consolePriceListWithdraw, consoleTermsWithdraw } from '#contract/provider/prices'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import type { useConsoleWrite } from '../api/useConsoleWrite.ts'
import type { Version } from './HistoryTable.tsx'

type WithdrawDialogProps = {
  version: Version
  write: Pick<ReturnType<typeof useConsoleWrite<typeof consolePriceListWithdraw | typeof consoleTermsWithdraw>>, 'busy' | 'problem'>
  onWithdraw: () => void
  onClose: () => void
}

/** Withdraws a version before it begins. */
export function WithdrawDialog({ version, write, onWithdraw, onClose }: WithdrawDialogProps) {
  return (
    <Dialog
      title={t('prices.withdraw.title', { day: date(version.effectiveOn) })}
      onClose={onClose}
      onSubmit={onWithdraw}
      footer={
        <DialogActions onBack={onClose} busy={write.busy} busyLabel={t('shell.sending')}>
          {t('prices.withdraw')}
        </DialogActions>
      }
    >
      <p className="text-ink-2">{t('prices.withdraw.about')}</p>
      {write.problem && (
        <div className="mt-4">
          <ErrorBanner>{write.problem}</ErrorBanner>
        </div>
      )}
    </Dialog>
  )
}
