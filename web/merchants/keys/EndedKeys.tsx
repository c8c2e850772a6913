import type { ApiKey } from '#contract/merchants/preferences'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { maskedKey } from './keyText.ts'

/** Revoked and expired keys, and why. */
export function EndedKeys({ keys }: { keys: readonly ApiKey[] }) {
  const { mode } = useMerchant()
  if (keys.length === 0) return null
  return (
    <details className="text-md">
      <summary className="w-fit cursor-pointer py-1 font-medium text-ink-2 max-md:py-3">
        {t('preferences.keys.ended', { count: keys.length })}
      </summary>
      <ul className="pt-1">
        {keys.map((key) => {
          const when = key.endsAt === null ? '' : dateTime(key.endsAt)
          return (
            <li key={key.id} className="flex flex-wrap gap-x-4 border-t border-line py-2 text-ink-3">
              <code>{maskedKey(key, mode)}</code>
              <span>
                {key.revokedBy === null
                  ? t('preferences.key.endedOn', { when })
                  : t('preferences.key.revokedOn', { when, who: key.revokedBy })}
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
