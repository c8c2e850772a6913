import { shortId } from '#domain/platform/shortId'
import { useQueryClient } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import Printer from 'lucide-react/icons/printer'
import { refundReceiptSend } from '#contract/sales/customerMessages'
import type { Operation, Refund } from '#contract/sales/operations'
import { write } from '../../platform/api/write.ts'
import { dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { messagesRead } from '../operationStatus/operationReads.ts'
import { orderText } from '../operationStatus/operationText.ts'
import { PrintSheet } from '../../platform/lists/PrintSheet.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useCustomerMessages } from './useCustomerMessages.ts'
import { refundSentence } from './refundSentence.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** The customer's receipt of a refund: print it, copy it, or resend it by e-mail. */
export function ReceiptModal({ operation, refund, onClose }: { operation: Operation; refund: Refund; onClose: () => void }) {
  const { merchantId, shopName, sandbox, may } = useMerchant()
  const client = useQueryClient()
  const sent = useCustomerMessages(operation).find(({ id }) => id === refund.id)
  const params = { merchantId, operationId: operation.id, refundId: refund.id }
  const { busy, error, submit } = useSend(async (_afterSent: string | undefined, key) => {
    const { to, state } = await write(refundReceiptSend, { params, key })
    showToast(t(state === 'not_sent' ? 'operations.receipt.notSent' : 'operations.receipt.sent', { to }), { key: 'receipt' })
    await client.invalidateQueries({ queryKey: messagesRead(merchantId, operation.id).queryKey })
  })
  const facts = [
    { key: 'shop', term: t('operations.receipt.shop'), value: shopName },
    { key: 'customer', term: t('operations.customer.name'), value: `${operation.customer.firstName} ${operation.customer.lastName}` },
    { key: 'order', term: t('operations.receipt.order'), value: orderText(operation) },
    { key: 'amount', term: t('operations.receipt.amount'), value: money(refund.amount) },
    { key: 'credit', term: t('operations.receipt.credit'), value: money(refund.creditToCustomer) },
    { key: 'date', term: t('operations.column.date'), value: dateTime(refund.completedAt ?? refund.created) },
    { key: 'id', term: t('operations.receipt.id'), value: shortId(refund.id) },
  ]
  const sentence = refundSentence(refund, operation, shopName)
  const text = [
    ...(sandbox ? [t('operations.detail.sandboxPrint')] : []),
    t('operations.receipt.title'),
    ...facts.map(({ term, value }) => t('operations.receipt.line', { term, value })),
    sentence,
  ].join('\n')
  return (
    <Dialog
      title={t('operations.receipt.title')}
      tag={<ModeTag />}
      onClose={onClose}
      footer={
        <>
          {may('refundReceiptSend') && operation.customer.email !== '' && (
            <Button icon={<Mail aria-hidden />} busy={busy} busyLabel={t('shell.sending')} onClick={() => submit(sent?.at)}>
              {t('operations.receipt.send')}
            </Button>
          )}
          <CopyButton text={text} label={t('operations.receipt.copy')} copiedLabel={t('operations.copied')} />
          <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
            {t('operations.detail.print')}
          </Button>
        </>
      }
    >
      <DefinitionList items={facts} />
      <p className="pt-4 text-md text-ink-2">{sentence}</p>
      {sent && (
        <p className="pt-3 text-sm text-ink-3">
          {t(`offlineCheckout.deliveryState.${sent.state}`)} {t(`offlineCheckout.byChannel.${sent.channel}`, { to: sent.to })} ·{' '}
          {dateTime(sent.at)}
        </p>
      )}
      <SendProblem error={error} />
      <PrintSheet>
        {sandbox && <p className="mb-3 border-2 border-dashed p-2 text-center font-title">{t('operations.detail.sandboxPrint')}</p>}
        <p className="mb-4 font-display text-title-md font-title">{t('operations.receipt.title')}</p>
        <div className="max-w-[420px]">
          <DefinitionList items={facts} />
        </div>
        <p className="pt-4">{sentence}</p>
      </PrintSheet>
    </Dialog>
  )
}
