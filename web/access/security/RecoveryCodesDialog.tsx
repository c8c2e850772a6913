import { useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { RecoveryCodeList } from '../../platform/session/RecoveryCodeList.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'

/** New recovery codes, shown only once: copied, downloaded or written down before the dialog closes. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [saved, setSaved] = useState(false)
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
      <RecoveryCodeList codes={codes} saved={saved} onSaved={setSaved} />
    </Dialog>
  )
}
