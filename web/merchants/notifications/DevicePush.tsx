import { useState } from 'react'
import type { NoticeSettings } from '#contract/merchants/notifications'
import { t } from '../../platform/i18n/t.ts'
import { type PushSupport, pushSupport, turnOffPush, turnOnPush } from '../../platform/live/devicePush.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

/** Push notifications on this device: the permission is requested on press, never before. */
export function DevicePush({ push }: { push: NoticeSettings['push'] }) {
  const [chance, setChance] = useState<PushSupport>(pushSupport)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const on = push.here && chance === 'yes'

  const press = async () => {
    setBusy(true)
    setProblem(null)
    try {
      if (on) await turnOffPush()
      else if (await turnOnPush(push.publicKey)) showToast(t('settings.push.done'), { key: 'noticeSettings' })
    } catch (error) {
      setProblem(isApiFailure(error) ? failureMessage(error) : t('settings.push.failed'))
    } finally {
      setChance(pushSupport())
      setBusy(false)
    }
  }
  return (
    <FormSection
      title={t('settings.push.title')}
      about={t(chance === 'yes' ? (on ? 'settings.push.on' : 'settings.push.about') : `settings.push.chance.${chance}`)}
      aside={
        chance === 'yes' && (
          <Button busy={busy} busyLabel={t('shell.saving')} onClick={() => void press()}>
            {t(on ? 'settings.push.turnOff' : 'settings.push.turnOn')}
          </Button>
        )
      }
    >
      {push.elsewhere > 0 && <p className="text-md text-ink-3">{t('settings.push.elsewhere', { count: push.elsewhere })}</p>}
      <ErrorBanner>{problem}</ErrorBanner>
    </FormSection>
  )
}
