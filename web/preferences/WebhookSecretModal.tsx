import { t } from '../i18n/t.ts'
import { ModeTag } from '../operation/ModeTag.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** Shows the secret of an address this once. A press outside does not lose it. */
export function WebhookSecretModal({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title={t('webhooks.secret.title')}
      tag={<ModeTag />}
      subtitle={t('webhooks.secret.about')}
      closeLabel={t('operations.close')}
      closeOnOutside={false}
      firstFocus=".copy-button"
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t('webhooks.secret.close')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3 border border-line bg-canvas p-4">
        <code className="min-w-0 basis-64 grow text-lg font-medium wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label={t('operations.copy')} copiedLabel={t('operations.copied')} />
      </div>
    </Dialog>
  )
}
