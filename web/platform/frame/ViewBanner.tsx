import { useEffect } from 'react'
import { keepView, type View } from '../api/viewAs.ts'
import { deviceMs } from '../api/serverClock.ts'
import { time } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'

/** The role being viewed, that it is read-only, and the button to leave; it ends by itself when it expires. */
export function ViewBanner({ name, endsAt }: View) {
  useEffect(() => {
    const timer = setTimeout(stop, Math.max(0, endsAt - deviceMs()))
    return () => clearTimeout(timer)
  }, [endsAt])
  return (
    <Banner
      tone="warning"
      title={<span className="wrap-anywhere">{t('shell.view.title', { name })}</span>}
      action={
        <Button size="small" onClick={stop}>
          {t('shell.view.stop')}
        </Button>
      }
    >
      {t('shell.view.detail', { clock: time(new Date(endsAt).toISOString()) })}
    </Banner>
  )
}

const stop = () => keepView(null, paths.usersPermissions())
