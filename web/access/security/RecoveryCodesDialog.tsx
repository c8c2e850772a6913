import { useState } from 'react'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'

/** New recovery codes, shown only once: copied, downloaded or written down before the dialog closes. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [saved, setSaved] = useState(false)
  const text = codes.join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('settings.recovery.file', { brand: settings().brand.name })}\n\n${text}\n`)}`
  const leave = () => {
    if (saved) onClose()
  }
  return (
    <Dialog
      title={t('settings.recovery.title')}
      subtitle={t('settings.recovery.about')}
      closeOnOutside={false}
      firstFocus="h2"
      onClose={leave}
      footer={
        <Button variant="filled" disabledReason={saved ? null : t('settings.recovery.keepFirst')} onClick={onClose}>
          {t('settings.recovery.done')}
        </Button>
      }
    >
      <div className="grid gap-5">
        <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-3 border border-line bg-canvas px-5 py-4 font-code text-md max-[26rem]:grid-cols-1">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <CopyButton text={text} label={t('shell.copy')} copiedLabel={t('settings.recovery.copied')} />
          <a className={linkClass} href={file} download={t('settings.recovery.fileName')}>
            {t('shell.download')}
          </a>
        </div>
        <Checkbox label={t('settings.recovery.kept')} checked={saved} onChange={(event) => setSaved(event.target.checked)} />
      </div>
    </Dialog>
  )
}
