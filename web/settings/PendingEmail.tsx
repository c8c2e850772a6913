import { useMutation } from '@tanstack/react-query'
import { emailChangeCancel } from '#contract/emailChange'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { failureWords } from '../shell/failureWords.ts'
import { useSession } from '../shell/session.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { readAccount } from './readAccount.ts'

/** A change of e-mail that waits for its confirmation, and the way to take it back; nothing when there is none. */
export function PendingEmail() {
  const { account } = useSession()
  const cancel = useMutation({
    mutationFn: () => write(emailChangeCancel, { mode: 'live' }).then(readAccount),
    onSuccess: () => showToast(t('settings.email.cancelled')),
  })
  if (account.pendingEmail === null) return null
  return (
    <Banner
      title={<span className="wrap-anywhere">{t('settings.email.pending', { email: account.pendingEmail })}</span>}
      action={
        <Button size="small" busy={cancel.isPending} busyLabel={t('settings.email.cancelling')} onClick={() => cancel.mutate()}>
          {t('settings.email.cancel')}
        </Button>
      }
    >
      {cancel.isError ? failureWords(cancel.error) : t('settings.email.pendingDetail', { email: account.email })}
    </Banner>
  )
}
