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
import { useShop } from '../../platform/requests/useShop.ts'
import { EmailPasswordDialog } from '../../platform/session/EmailPasswordDialog.tsx'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { showToast } from '../../platform/shared/toasts.ts'
import { accountRead } from './invoiceReads.ts'

type Account = AnswerOf<typeof merchantAccount>

/** Changes where invoices are announced: the address and one's own password. */
export function BillingEmailModal({ onClose }: { onClose: () => void }) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const read = accountRead(merchantId)
  const { data } = useQuery(read)
  /** As it was when the dialog opened, or as somebody else has left it since. */
  const [seen, setSeen] = useState<Account | undefined>(data)
  if (seen === undefined && data) setSeen(data)
  const [conflict, setConflict] = useState<{ error: unknown; mine: string } | null>(null)
  const { keyOf } = useContentKey()

  /** False when somebody else was faster: their address is shown, and sending again is a decision. */
  async function noted(error: unknown, mine: string): Promise<false> {
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
      given={seen?.billingEmail ?? ''}
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
        const saved = await withStepUp(t('invoices.email.why'), send).catch((error: unknown) => noted(error, email))
        if (!saved) return false
        client.setQueryData(read.queryKey, saved)
        showToast(t('invoices.email.done', { email: saved.billingEmail }))
        return true
      }}
      onClose={onClose}
    />
  )
}
