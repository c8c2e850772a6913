import { useEffect } from 'react'
import { deviceMs } from '../api/serverClock.ts'
import { time } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { signOut } from '../session/signOut.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'

/** The provider's staff looks at this panel: that it is read only, until when, and the button that ends it. */
export function ProviderViewBanner({ until }: { until: string }) {
  useEffect(() => {
    const timer = setTimeout(() => void signOut(), Math.max(0, Date.parse(until) - deviceMs()))
    return () => clearTimeout(timer)
  }, [until])
  return (
    <Banner
      tone="warning"
      title={t('shell.providerView.title')}
      action={
        <Button size="small" onClick={() => void signOut()}>
          {t('shell.view.stop')}
        </Button>
      }
    >
      {t('shell.providerView.detail', { clock: time(until) })}
    </Banner>
  )
}
