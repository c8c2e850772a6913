import { t } from '../../platform/i18n/t.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'

type ShownOnceDialogProps = { title: string; about: string; shown: string; closeWords: string; onClose: () => void }

/** Shows a whole key or secret, to be copied. A press outside does not close it. */
export function ShownOnceDialog({ title, about, shown, closeWords, onClose }: ShownOnceDialogProps) {
  return (
    <Dialog
      title={title}
      tag={<ModeTag />}
      subtitle={about}
      closeOnOutside={false}
      firstFocus=".copy-button"
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {closeWords}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3 border border-line bg-canvas p-4">
        <code className="min-w-0 basis-64 grow text-lg font-medium wrap-anywhere">{shown}</code>
        <CopyButton text={shown} label={t('shell.copy')} copiedLabel={t('operations.copied')} />
      </div>
    </Dialog>
  )
}
