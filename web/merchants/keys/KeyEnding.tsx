import type { ApiKey } from '#contract/merchants/preferences'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { lastUseText } from './keyText.ts'

/** The previous key during the overlap: until when, who still uses it, and a button to revoke it when nobody does. */
export function KeyEnding({ old, revokeHref }: { old: ApiKey; revokeHref: string }) {
  const now = useRealNow()
  return (
    <div className="grid gap-3 border-t border-dashed border-line-strong pt-4">
      <div role="status" className="grid gap-1.5">
        <StatusBadge
          kind={old.silent ? 'accepted-filled' : 'merchant'}
          label={t(old.silent ? 'preferences.key.silent' : 'preferences.key.stillUsed')}
        />
        <p className="text-md text-ink-2">{lastUseText(old, now)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto text-md">
          {t('preferences.key.worksUntil', { lastFour: old.lastFour, until: old.endsAt === null ? '' : dateTime(old.endsAt) })}
        </p>
        <Button size="small" variant={old.silent ? 'outlined' : 'danger'} href={revokeHref}>
          {t('preferences.key.revokeOld')}
        </Button>
      </div>
    </div>
  )
}
