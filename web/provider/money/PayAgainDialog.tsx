import { consolePayAgain, type MoneySettlement } from '#contract/provider/moneySettlements'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

/** Sends a returned payment again, once another person has confirmed it with both accounts in view. */
export function PayAgainDialog({ row, onClose }: { row: MoneySettlement; onClose: () => void }) {
  const again = useConsoleWrite(consolePayAgain, { onDone: onClose, done: t('money.payAgain.done') })
  const { payout, shop } = row
  return (
    <Dialog
      title={t('money.payAgain')}
      subtitle={t('money.payAgain.about')}
      note={t('consoleMerchants.secondPerson')}
      locked={again.busy}
      onClose={onClose}
      onSubmit={() => again.send({ params: { merchantId: shop.merchantId, settlementId: row.id } })}
      footer={
        <DialogActions onBack={onClose} busy={again.busy} busyLabel={t('shell.sending')}>
          {t('money.payAgain')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <DefinitionList
          items={[
            { term: t('money.column.shop'), value: shop.name },
            { term: t('money.column.reference'), value: payout?.reference ?? row.reference },
            { term: t('shell.heading.amount'), value: <Money cents={row.netAmount} /> },
            { term: t('money.payAgain.returnedBy'), value: payout?.ibanLast4 ? `•••• ${payout.ibanLast4}` : '—' },
            { term: t('money.payAgain.reason'), value: payout?.returned ? t(`work.return.${payout.returned.why}`) : '—' },
          ]}
        />
        {again.problem && <ErrorBanner>{again.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
