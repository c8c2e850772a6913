import { useState } from 'react'
import { personalCopy } from '#contract/merchants/dossier'
import { madridDay } from '#domain/platform/dates'
import { load } from '../../platform/api/load.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'
import { saveFile } from '../../platform/lists/saveFile.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

/** Export of all personal data of the user, as a file. */
export function PersonalCopy() {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const name = t('dossier.mine.file', { day: madridDay(serverNow()) })
      saveFile(await load(personalCopy, { mode: 'live' }), name)
      showToast(t('exports.done', { name }), { key: 'personalCopy' })
    } catch (error) {
      showToast(t('dossier.mine.failed', { why: failureMessage(error) }), { key: 'personalCopy', lastsMs: 0 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormSection
      title={t('dossier.mine')}
      fold=""
      about={t('dossier.mine.about')}
      aside={
        <Button busy={busy} busyLabel={t('exports.busy')} onClick={() => void download()}>
          {t('dossier.mine.download')}
        </Button>
      }
    />
  )
}
