import type { ApiKey } from '#contract/preferences'
import { t } from '../i18n/t.ts'
import { ModeTag } from '../operation/ModeTag.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** Shows a new key whole: a private one this once. A press outside does not lose it. */
export function NewKeyModal({ token, kind, onClose }: { token: string; kind: ApiKey['kind']; onClose: () => void }) {
  return (
    <Dialog
      title={t(`preferences.made.${kind}`)}
      tag={<ModeTag />}
      subtitle={t(`preferences.made.${kind}.about`)}
      closeLabel={t('operations.close')}
      closeOnOutside={false}
      firstFocus=".copy-button"
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t('preferences.made.close')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3 border border-line bg-canvas p-4">
        <code className="min-w-0 basis-64 grow text-lg font-medium wrap-anywhere">{token}</code>
        <CopyButton text={token} label={t('operations.copy')} copiedLabel={t('operations.copied')} />
      </div>
    </Dialog>
  )
}
