import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { emailChangeValidate } from '#contract/access/emailChange'
import { isDeadLink } from '../../platform/api/apiFailure.ts'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { forgetKeptLink } from './keptLink.ts'
import { readAccount } from './readAccount.ts'

/** The link from the new address: confirmed by a button, with the result on the same page. */
export function ConfirmEmail({ link }: { link: OneTimeLink }) {
  const [key] = useState(newKey)
  const confirm = useMutation({
    mutationFn: () => write(emailChangeValidate, { params: { uuid: link.uuid }, query: { token: link.token }, key, mode: 'live' }),
    onSuccess: () => {
      forgetKeptLink()
      return readAccount().catch(() => {}) // it is done; only the displayed address would be late
    },
    // A refused link is useless; without an answer, or after signing out, it may still be valid.
    onError: (error) => isDeadLink(error) && forgetKeptLink(),
  })
  if (confirm.data)
    return (
      <Banner live title={t('settings.email.done', { email: confirm.data.email })}>
        {confirm.data.endedSessions === 0
          ? t('settings.email.doneAlone')
          : t('settings.email.doneDetail', { count: confirm.data.endedSessions })}
      </Banner>
    )
  if (confirm.isError) return <ErrorBanner>{failureMessage(confirm.error)}</ErrorBanner>
  return (
    <Banner
      title={t('settings.email.confirmTitle')}
      action={
        <Button
          variant="filled"
          size="small"
          busy={confirm.isPending}
          busyLabel={t('settings.email.confirming')}
          onClick={() => confirm.mutate()}
        >
          {t('settings.email.confirm')}
        </Button>
      }
    >
      {t('settings.email.confirmDetail')}
    </Banner>
  )
}
