import { formatDate } from '#domain/platform/dates'
import type { Operation } from '#contract/sales/operations'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { refundBlock } from './refundBlock.ts'

/** "¿Por qué no puedo devolver?": the rule that disallows a refund, with its date. */
export function WhyNotRefund({ operation, now }: { operation: Operation; now: Date }) {
  const { may } = useMerchant()
  const block = refundBlock(operation, may('operationRefund'), now)
  if (block === null) return null
  return (
    <details className="text-sm text-ink-2 open:w-full">
      <summary className="inline-flex min-h-6 cursor-pointer items-center px-1 font-medium text-accent-ink marker:content-none hover:underline max-md:min-h-11">
        {t('operations.detail.whyNotRefund')}
      </summary>
      <p className="mt-1 max-w-[68ch] rounded-2 bg-sunken px-3.5 py-2.5 text-md">
        {t(`operations.detail.why.${block.why}`, block.on ? { date: formatDate(block.on) } : {})}
      </p>
    </details>
  )
}
