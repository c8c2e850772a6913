import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { emailChangeCancel } from '#contract/emailChange'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { failureWords } from '../shell/failureWords.ts'
import { useSession } from '../shell/session.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { readAccount } from './readAccount.ts'
import { SettingsSection } from './SettingsSection.tsx'

/** The e-mail one signs in with, and a change of it that waits (product COM-6). */
export function EmailSection() {
  const { account } = useSession()
  const [open, setOpen] = useState(false)
  const cancel = useMutation({
    mutationFn: () => write(emailChangeCancel, { mode: 'live' }).then(readAccount),
    onSuccess: () => showToast(t('settings.email.cancelled')),
  })
  return (
    <SettingsSection
      title={t('settings.email.title')}
      about={<span className="wrap-anywhere">{account.email}</span>}
      action={<Button onClick={() => setOpen(true)}>{t('settings.email.change')}</Button>}
    >
      {account.pendingEmail !== null && (
        <Banner
          title={t('settings.email.pending', { email: account.pendingEmail })}
          action={
            <Button size="small" busy={cancel.isPending} busyLabel={t('settings.email.cancelling')} onClick={() => cancel.mutate()}>
              {t('settings.email.cancel')}
            </Button>
          }
        >
          {cancel.isError ? failureWords(cancel.error) : t('settings.email.pendingDetail', { email: account.email })}
        </Banner>
      )}
      {open && <ChangeEmailDialog onClose={() => setOpen(false)} />}
    </SettingsSection>
  )
}
