import { joinTexts } from '#domain/platform/direction'
import type { Operation, Refund } from '#contract/sales/operations'
import { date, dateTime, money } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { creditLine, refundSentence } from '../refunds/refundSentence.ts'
import { SectionTitle } from './SectionTitle.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** "¿Dónde está mi devolución?": each refund with its date, destination, a sentence for the customer and its receipt. */
export function RefundHistory({ operation }: { operation: Operation }) {
  const refunds = operation.refunds.filter(({ state }) => state !== 'undone').toReversed()
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="operation-refunds">
      <SectionTitle id="operation-refunds">{t('operations.refunds.title')}</SectionTitle>
      <ul className="border-t border-line">
        {refunds.map((refund) => (
          <RefundLine key={refund.id} refund={refund} operation={operation} />
        ))}
      </ul>
    </section>
  )
}

function RefundLine({ refund, operation }: { refund: Refund; operation: Operation }) {
  const { merchantId, shopName, flag } = useMerchant()
  const held = refund.state === 'held'
  const sentence = refundSentence(refund, operation, shopName)
  const credit = creditLine(refund)
  const facts = [
    held
      ? t('operations.refunds.leaves', { when: dateTime(refund.releaseAt ?? refund.created) })
      : date(refund.completedAt ?? refund.created),
    refund.createdBy,
    refund.reason && tOr(`operations.refund.reason.${refund.reason}`, 'operations.refund.reason.other'),
    refund.merchantReference,
  ].filter(Boolean)
  return (
    <li className="border-b border-line py-3">
      <div className="flex items-baseline justify-between gap-4">
        <p className="font-medium">
          {t(refund.kind === 'cancel' ? 'operations.refunds.cancel' : 'operations.refunds.refund')}
          {held && <span className="ml-2 text-sm font-normal text-in-process-ink">{t('operations.refunds.held')}</span>}
        </p>
        <p className="font-strong whitespace-nowrap">{money(refund.amount)}</p>
      </div>
      <p className="text-sm text-ink-3">{joinTexts(facts)}</p>
      {credit && <p className="pt-1 text-md text-ink-2">{credit}</p>}
      {refund.comment && <p className="pt-1 text-md text-ink-2">{t('operations.refunds.note', { note: refund.comment })}</p>}
      {!held && (
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-1.5 max-md:items-center">
          <p className="min-w-0 flex-1 basis-72 text-md text-ink-2">{t('operations.detail.quote', { text: sentence })}</p>
          <CopyButton text={sentence} label={t('shell.copy')} copiedLabel={t('operations.copied')} />
          <Anchor
            className={`${linkClass} text-sm max-md:inline-flex max-md:min-h-11 max-md:items-center`}
            href={paths.operation(merchantId, operation.id, { dialog: 'receipt', refund: refund.id, ...flag })}
          >
            {t('operations.receipt.open')}
          </Anchor>
        </div>
      )}
    </li>
  )
}
