import { useState } from 'react'
import { personalCopy } from '#contract/dossier'
import { madridDay } from '#domain/dates'
import { load } from '../api/load.ts'
import { serverNow } from '../api/serverClock.ts'
import { t } from '../i18n/t.ts'
import { saveFile } from '../operation/saveFile.ts'
import { failureWords } from '../shell/failureWords.ts'
import { showToast } from '../shell/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { SettingsSection } from './SettingsSection.tsx'

/** A copy of everything that is kept of this person, as a file. */
export function PersonalCopy() {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const name = t('dossier.mine.file', { day: madridDay(serverNow()) })
      saveFile(await load(personalCopy, { mode: 'live' }), name)
      showToast(t('exports.done', { name }), { key: 'personalCopy' })
    } catch (error) {
      showToast(t('dossier.mine.failed', { why: failureWords(error) }), { key: 'personalCopy', lastsMs: 0 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <SettingsSection
      title={t('dossier.mine')}
      about={t('dossier.mine.about')}
      action={
        <Button busy={busy} busyLabel={t('exports.busy')} onClick={() => void download()}>
          {t('dossier.mine.download')}
        </Button>
      }
    />
  )
}
