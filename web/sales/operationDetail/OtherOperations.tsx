import type { Operation } from '#contract/sales/operations'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { orderText } from '../operationStatus/operationText.ts'
import { SectionTitle } from './SectionTitle.tsx'
import { statusKind } from '../operationStatus/statusKind.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** Other operations of the same customer in this shop and mode, newest first. */
export function OtherOperations({ operation }: { operation: Operation }) {
  const { merchantId, flag } = useMerchant()
  const { others } = operation.customer
  if (others.length === 0) return null
  return (
    <section aria-labelledby="operation-others">
      <SectionTitle id="operation-others">{t('operations.others.title')}</SectionTitle>
      <ul className="grid">
        {others.map((other) => (
          <li key={other.id} className="border-b border-line last:border-0">
            <Anchor
              href={paths.operation(merchantId, other.id, flag)}
              className="-mx-2 flex items-start justify-between gap-3 rounded-2 px-2 py-2.5 hover:bg-hover"
            >
              <StatusBadge
                kind={statusKind[other.substatus]}
                label={orderText(other)}
                detail={`${date(other.created)} · ${t(`operations.substatus.${other.substatus}`)}`}
              />
              <span className="text-md font-medium whitespace-nowrap">{money(other.totalAmount)}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  )
}
