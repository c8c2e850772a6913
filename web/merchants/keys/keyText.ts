import { joinTexts } from '#domain/platform/direction'
import type { ApiKey } from '#contract/merchants/preferences'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

/** `sk_live_••••a1B2`: identifies a key without revealing it. */
export function maskedKey({ kind, lastFour }: Pick<ApiKey, 'kind' | 'lastFour'>, mode: 'live' | 'sandbox'): string {
  return `${kind === 'public' ? 'pk' : 'sk'}_${mode === 'live' ? 'live' : 'test'}_••••${lastFour}`
}

/** «ahora mismo», «hace 3 min», «hace 5 h», then date and time. */
export function agoText(instant: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000)
  if (minutes < 1) return t('preferences.ago.now')
  if (minutes < 60) return t('preferences.ago.minutes', { count: minutes })
  return minutes < 24 * 60 ? t('preferences.ago.hours', { count: Math.floor(minutes / 60) }) : dateTime(instant)
}

/** A key’s last use: when, from where and by what; unknown parts are left out. */
export function lastUseText({ lastUse }: Pick<ApiKey, 'lastUse'>, now: Date): string {
  if (lastUse === null) return t('preferences.key.neverUsed')
  const from = joinTexts([lastUse.client, lastUse.from])
  const ago = agoText(lastUse.at, now)
  return from === '' ? t('preferences.key.lastUse', { ago }) : t('preferences.key.lastUseFrom', { ago, from })
}
