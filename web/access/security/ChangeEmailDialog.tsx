import { emailChangeStart } from '#contract/access/emailChange'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { EmailPasswordDialog } from '../../platform/session/EmailPasswordDialog.tsx'
import { useSession } from '../../platform/session/session.ts'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { readAccount } from '../settings/readAccount.ts'

/** Requests a change of e-mail with the password. The old address stays until the new one is confirmed. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { account } = useSession()
  return (
    <EmailPasswordDialog
      id="new"
      title={t('settings.email.change')}
      subtitle={t('settings.email.about', { email: account.email })}
      emailLabel={t('settings.email.new')}
      passwordLabel={t('settings.email.password')}
      verb={t('settings.email.send')}
      verbBusy={t('shell.sending')}
      emailField="email"
      send={async (body, key) => {
        const requested = await withStepUp(t('settings.why.email'), async () => {
          await write(emailChangeStart, { body, key, mode: 'live' })
          return true
        })
        if (!requested) return false
        await readAccount().catch(() => {}) // the change was requested; only its notice would be late
        showToast(t('settings.email.sent', { email: body.email }))
        return true
      }}
      onClose={onClose}
    />
  )
}
