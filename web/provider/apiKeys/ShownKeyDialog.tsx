import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'

type ShownKeyDialogProps = {
  token: string
  /** Another person has still to let it mark transfers. */
  moneyWaits: boolean
  /** Why that could not be requested. */
  moneyProblem: string | null
  onClose: () => void
}

/** Shows a whole new key, this once. A press outside does not close it. */
export function ShownKeyDialog({ token, moneyWaits, moneyProblem, onClose }: ShownKeyDialogProps) {
  return (
    <Dialog
      title={t('apiKeys.shown')}
      subtitle={t('apiKeys.shown.about')}
      closeOnOutside={false}
      firstFocus=".copy-button"
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t('apiKeys.shown.kept')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3 border border-line bg-canvas p-4">
        <code className="min-w-0 grow basis-64 text-lg font-medium wrap-anywhere">{token}</code>
        <CopyButton text={token} label={t('shell.copy')} copiedLabel={t('apiKeys.copied')} />
      </div>
      {moneyWaits && <p className="mt-4 text-md text-ink-2">{t('apiKeys.money.waits')}</p>}
      {moneyProblem !== null && (
        <div className="mt-4">
          <ErrorBanner>{t('apiKeys.money.failed', { problem: moneyProblem })}</ErrorBanner>
        </div>
      )}
    </Dialog>
  )
}
