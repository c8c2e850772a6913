import { useQuery, useQueryClient } from '@tanstack/react-query'
import { merchantAccountUpdate } from '#contract/invoices'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { ModeTag } from '../operation/ModeTag.tsx'
import { useShop } from '../operation/useShop.ts'
import { EmailPasswordDialog } from '../shell/EmailPasswordDialog.tsx'
import { withStepUp } from '../shell/stepUp.ts'
import { showToast } from '../shell/toasts.ts'
import { accountRead } from './invoiceReads.ts'

/** Changes where invoices are announced: the address and one's own password (specification §7, account update). */
export function BillingEmailModal({ onClose }: { onClose: () => void }) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const { data } = useQuery(accountRead(merchantId))
  return (
    <EmailPasswordDialog
      id="billing"
      title={t('invoices.email.title')}
      tag={<ModeTag />}
      subtitle={t('invoices.email.about')}
      emailLabel={t('invoices.email.label')}
      passwordLabel={t('invoices.email.password')}
      verb={t('invoices.email.save')}
      verbBusy={t('invoices.email.saving')}
      given={data?.billingEmail ?? ''}
      emailField="billingEmail"
      send={async ({ email, password }, key) => {
        const body = { billingEmail: email, password }
        const saved = await withStepUp(t('invoices.email.why'), () => write(merchantAccountUpdate, { params: { merchantId }, body, key }))
        if (!saved) return false
        client.setQueryData(accountRead(merchantId).queryKey, saved)
        showToast(t('invoices.email.done', { email: saved.billingEmail }))
        return true
      }}
      onClose={onClose}
    />
  )
}
