import { useQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import { useState } from 'react'
import { noticeSettingsView } from '#contract/merchants/notifications'
import { query } from '../api/query.ts'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { pushSupport, turnOnPush } from './devicePush.ts'
import { useSession } from '../session/session.ts'
import { showToast } from '../feedback/toasts.ts'

/** A refusal is remembered on this device; the settings have the same button. */
const key = 'push-offer'
const isRefused = () => {
  try {
    return localStorage.getItem(key) === 'no'
  } catch {
    return true // storage is unavailable: it would ask every time
  }
}

/** Offers push notifications where the user waits for one; `when` says for which. The browser’s permission prompt opens on press. Never on a shared till. */
export function PushOffer({ when }: { when: string }) {
  const { may } = useSession()
  const [mayOffer, setMayOffer] = useState(() => may('pushSubscribe') && pushSupport() === 'yes' && !isRefused())
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({ ...query(noticeSettingsView), enabled: mayOffer })
  if (!mayOffer || !data || data.push.here) return null

  const refuse = () => {
    setMayOffer(false)
    localStorage.setItem(key, 'no')
  }
  const turnOn = async () => {
    setBusy(true)
    try {
      if (await turnOnPush(data.push.publicKey)) showToast(t('settings.push.done'))
    } catch {
      showToast(t('settings.push.failed'))
    } finally {
      setMayOffer(pushSupport() === 'yes')
      setBusy(false)
    }
  }
  return (
    <Banner
      icon={<Bell />}
      title={t('settings.push.offer')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={busy} busyLabel={t('shell.saving')} onClick={() => void turnOn()}>
            {t('settings.push.turnOn')}
          </Button>
          <Button size="small" variant="quiet" onClick={refuse}>
            {t('settings.push.notNow')}
          </Button>
        </div>
      }
    >
      {when}
    </Banner>
  )
}
