import { useEffect } from 'react'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { PageFrame } from './PageFrame.tsx'

type Why = 'replaced' | 'unknown' | 'reopen' | 'bankUnknown' | 'bankReopen' | 'bankExpired' | 'bankSpent' | 'creditUnknown' | 'creditReopen'

/** Shown for a link that cannot be used: replaced, unknown, expired, without attempts left, or opened without its token. */
export function DeadLink({ why }: { why: Why }) {
  const title = t(`consumerScreens.dead.${why}`)
  useEffect(() => {
    document.title = `${title} · ${settings().brand.name}`
  }, [title])
  return (
    <PageFrame>
      <h1 className="mt-4 font-display text-title-lg font-title tracking-tight">{title}</h1>
      <p className="mt-3 text-ink-2">{t(`consumerScreens.dead.${why}Detail`)}</p>
    </PageFrame>
  )
}
