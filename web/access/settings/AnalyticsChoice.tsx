import { useLayoutEffect } from 'react'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { analyticsConsent, readConsent, setConsent } from '../../platform/state/analyticsConsent.ts'
import { useSession } from '../../platform/session/session.ts'
import { useStore } from '../../platform/state/store.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'

/** Consent to usage analytics in this browser; hidden where none are collected. */
export function AnalyticsChoice() {
  const { account } = useSession()
  const consent = useStore(analyticsConsent)
  // The recorder is loaded later than this.
  useLayoutEffect(() => readConsent(account.userId), [account.userId])
  if (settings().analytics.url === '') return null
  return (
    <div className="pt-3">
      <Checkbox
        label={t('analytics.setting')}
        help={t('analytics.setting.about')}
        checked={consent === 'yes'}
        onChange={() => setConsent(account.userId, consent === 'yes' ? 'no' : 'yes')}
      />
    </div>
  )
}
