import { useQueryClient } from '@tanstack/react-query'
import { debtView, mandateRevoke, type Debit, type DebitMandate } from '#contract/money/debits'
import { write } from '../../platform/api/write.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'

/** Asks for confirmation before the mandate is revoked, and explains what happens to a debit in progress. */
export function RevokeModal({ mandate, debits, onClose }: { mandate: DebitMandate; debits: readonly Debit[]; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const { busy, error, submit } = useSend(async (body: { mandate: string }, key) => {
    await write(mandateRevoke, { params: { merchantId }, body, key, mode: 'live' })
    await client.invalidateQueries({ queryKey: [debtView.name] })
    void client.invalidateQueries({ queryKey: ['inboxList'] })
    showToast(t('debits.revoke.done'), { key: 'mandate' })
    onClose()
  })
  const underWay = debits.find(({ state }) => state === 'notified' || state === 'sent')
  return (
    <ConfirmDialog
      title={t('debits.revoke.title')}
      verb={t('debits.revoke.verb')}
      busy={busy}
      busyLabel={t('debits.revoke.busy')}
      onConfirm={() => submit({ mandate: mandate.id })}
      onClose={onClose}
    >
      <p className="text-md">{t('debits.revoke.detail')}</p>
      {underWay && (
        <p className="pt-2.5 text-md">
          {t(underWay.state === 'notified' ? 'debits.revoke.announced' : 'debits.revoke.sent', { date: date(underWay.dueOn) })}
        </p>
      )}
      <SendProblem error={error} />
    </ConfirmDialog>
  )
}
