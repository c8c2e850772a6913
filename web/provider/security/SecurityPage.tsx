import { t } from '../../platform/i18n/t.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { RenewCodes } from './RenewCodes.tsx'

/** One's own access: password, recovery codes and open sessions. */
export function SecurityPage() {
  return (
    <ConsolePage title={t('console.security')}>
      <div className="grid max-w-[640px] gap-10">
        <OwnSessions />
        <PasswordForm />
        <RenewCodes />
      </div>
    </ConsolePage>
  )
}
