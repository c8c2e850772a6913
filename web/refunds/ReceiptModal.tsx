import Printer from 'lucide-react/icons/printer'
import type { Operation, Refund } from '#contract/operations'
import { dateTime, money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DefinitionList } from '../ui/DefinitionList.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ModeTag } from '../operation/ModeTag.tsx'
import { orderText } from '../operation/operationText.ts'
import { PrintSheet } from '../operation/PrintSheet.tsx'
import { refundSentence } from './refundSentence.ts'
import { useShop } from '../operation/useShop.ts'

/** The receipt of a refund for the customer: to print or to copy. */
export function ReceiptModal({ operation, refund, onClose }: { operation: Operation; refund: Refund; onClose: () => void }) {
  const { shopName, sandbox } = useShop()
  const facts = [
    { key: 'shop', term: t('operations.receipt.shop'), value: shopName },
    { key: 'customer', term: t('operations.customer.name'), value: `${operation.customer.firstName} ${operation.customer.lastName}` },
    { key: 'order', term: t('operations.receipt.order'), value: orderText(operation) },
    { key: 'amount', term: t('operations.receipt.amount'), value: money(refund.amount) },
    { key: 'credit', term: t('operations.receipt.credit'), value: money(refund.creditToCustomer) },
    { key: 'date', term: t('operations.column.date'), value: dateTime(refund.completedAt ?? refund.created) },
    { key: 'id', term: t('operations.receipt.id'), value: refund.id },
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
      closeLabel={t('operations.close')}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={text} label={t('operations.receipt.copy')} copiedLabel={t('operations.copied')} />
          <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
            {t('operations.detail.print')}
          </Button>
        </>
      }
    >
      <DefinitionList items={facts} />
      <p className="pt-4 text-md text-ink-2">{sentence}</p>
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
