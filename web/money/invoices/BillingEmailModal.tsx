import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { type merchantAccount, merchantAccountUpdate } from '#contract/money/invoices'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { StaleChoice } from '../../platform/requests/StaleChoice.tsx'
import { useContentKey } from '../../platform/requests/useContentKey.ts'
import { isStale } from '../../platform/requests/useSharedForm.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { EmailPasswordDialog } from '../../platform/session/EmailPasswordDialog.tsx'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { accountRead } from './invoiceReads.ts'

type Account = AnswerOf<typeof merchantAccount>

/** Changes the billing e-mail address, confirmed by the member's password. */
export function BillingEmailModal({ onClose }: { onClose: () => void }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const read = accountRead(merchantId)
  const { data } = useQuery(read)
  /** The account as of opening the dialog, or as of the last edit conflict. */
  const [seen, setSeen] = useState<Account | undefined>(data)
  if (seen === undefined && data) setSeen(data)
  const [conflict, setConflict] = useState<{ error: unknown; mine: string } | null>(null)
  const { keyOf } = useContentKey()

  /** Handles an edit conflict: shows the other address and returns false, so that sending again is the member's decision. */
  async function onConflict(error: unknown, mine: string): Promise<false> {
    if (!isStale(error)) throw error
    setSeen(await client.fetchQuery({ ...read, staleTime: 0 }))
    setConflict({ error, mine })
    return false
  }
  return (
    <EmailPasswordDialog
      id="billing"
      title={t('invoices.email.title')}
      tag={<ModeTag />}
      subtitle={t('invoices.email.about')}
      emailLabel={t('shell.heading.email')}
      passwordLabel={t('settings.email.password')}
      verb={t('invoices.email.save')}
      verbBusy={t('shell.saving')}
      initialEmail={seen?.billingEmail ?? ''}
      emailField="billingEmail"
      notice={
        conflict &&
        seen && (
          <StaleChoice
            error={conflict.error}
            lines={[{ label: t('shell.heading.email'), theirs: seen.billingEmail, mine: conflict.mine }]}
            onTheirs={onClose}
          />
        )
      }
      send={async ({ email, password }) => {
        const body = { billingEmail: email, password, revision: seen?.revision }
        const send = () => write(merchantAccountUpdate, { params: { merchantId }, body, key: keyOf(body) })
        const saved = await withStepUp(t('invoices.email.why'), send).catch((error: unknown) => onConflict(error, email))
        if (!saved) return false
        client.setQueryData(read.queryKey, saved)
        showToast(t('invoices.email.done', { email: saved.billingEmail }))
        return true
      }}
      onClose={onClose}
    />
  )
}
