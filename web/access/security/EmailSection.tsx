import { useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { PendingEmail } from '../settings/PendingEmail.tsx'
import { SettingsSection } from '../settings/SettingsSection.tsx'

/** The sign-in e-mail, and its pending change. */
export function EmailSection() {
  const { account } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <SettingsSection
      title={t('settings.email.title')}
      about={<span className="wrap-anywhere">{account.email}</span>}
      action={<Button onClick={() => setOpen(true)}>{t('settings.email.change')}</Button>}
    >
      <PendingEmail />
      {open && <ChangeEmailDialog onClose={() => setOpen(false)} />}
    </SettingsSection>
  )
}
