import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'

/** Shows a whole new key, this once. A press outside does not close it. */
export function ShownKeyDialog({ token, onClose }: { token: string; onClose: () => void }) {
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
    </Dialog>
  )
}
