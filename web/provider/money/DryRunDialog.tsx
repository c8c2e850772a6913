import { useQuery } from '@tanstack/react-query'
import { consoleSettlementDryRun } from '#contract/provider/moneySettlements'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ReadState } from '../frame/ReadState.tsx'

/** What a run would settle now, without doing it. */
export function DryRunDialog({ onClose }: { onClose: () => void }) {
  const read = useQuery(consoleQuery(consoleSettlementDryRun))
  return (
    <Dialog title={t('money.dryRun')} subtitle={t('money.dryRun.about')} onClose={onClose}>
      <ReadState read={read}>
        {({ due, settlements }) =>
          settlements.length === 0 ? (
            <p className="text-ink-2">{due === 0 ? t('money.dryRun.nothing') : t('money.dryRun.noSettlement', { count: due })}</p>
          ) : (
            <ul className="grid gap-3">
              {settlements.map(({ shop, valueOn, netAmount, closingBalance, lineCount }) => (
                <li key={shop.merchantId} className="flex items-baseline justify-between gap-4">
                  <span className="min-w-0 wrap-anywhere">
                    {shop.name}
                    <span className="block text-sm text-ink-3">
                      {date(valueOn)} · {t('money.lines', { count: lineCount })}
                      {closingBalance < 0 && ` · ${t('money.settlement.owes')}`}
                    </span>
                  </span>
                  <b className="font-strong">
                    <Money cents={netAmount} />
                  </b>
                </li>
              ))}
              {due > settlements.length && <li className="text-ink-3">{t('money.dryRun.of', { count: due })}</li>}
            </ul>
          )
        }
      </ReadState>
    </Dialog>
  )
}
