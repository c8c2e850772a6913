import { useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { PendingEmail } from '../settings/PendingEmail.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

/** The sign-in e-mail, and its pending change. */
export function EmailSection() {
  const { account } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <FormSection
      title={t('settings.email.title')}
      about={<span className="wrap-anywhere">{account.email}</span>}
      aside={<Button onClick={() => setOpen(true)}>{t('settings.email.change')}</Button>}
    >
      <PendingEmail />
      {open && <ChangeEmailDialog onClose={() => setOpen(false)} />}
    </FormSection>
  )
}
