import { useMutation } from '@tanstack/react-query'
import { emailChangeCancel } from '#contract/access/emailChange'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { useSession } from '../../platform/session/session.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { readAccount } from './readAccount.ts'

/** A change of e-mail waiting for confirmation, and the button that cancels it; nothing when there is none. */
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
      {cancel.isError ? failureMessage(cancel.error) : t('settings.email.pendingDetail', { email: account.email })}
    </Banner>
  )
}
