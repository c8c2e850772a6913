import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { type consoleDebt, consoleTransferUndo } from '#contract/provider/moneyDebts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { OnPhone } from '../frame/OnPhone.tsx'
import { useStaff } from '../frame/useStaff.ts'

type Transfer = AnswerOf<typeof consoleDebt>['transfers'][number]

/** The transfers by which a shop paid its debt; one that was booked to the wrong shop can be undone. */
export function TransferTable({ merchantId, transfers }: { merchantId: string; transfers: readonly Transfer[] }) {
  const { may } = useStaff()
  const [undoing, setUndoing] = useState<string | null>(null)
  const mayUndo = may('consoleTransferUndo')
  if (transfers.length === 0) return <p className="text-ink-2">{t('money.transfers.none')}</p>
  const head = (
    <>
      <HeadCell>{t('money.column.reference')}</HeadCell>
      <HeadCell width="20%">{t('money.column.on')}</HeadCell>
      <HeadCell numeric width="20%">
        {t('shell.heading.amount')}
      </HeadCell>
      {mayUndo && <HeadCell width="18%" />}
    </>
  )
  return (
    <>
      <Table fixed caption={t('money.transfers')} head={head}>
        {transfers.map(({ reference, amount, at, undone }) => (
          <TableRow key={`${reference}${at}`} faded={undone}>
            <Cell card="title" detail={undone ? t('money.transfer.undone') : undefined}>
              <span className="wrap-anywhere">{reference}</span>
            </Cell>
            <Cell card="foot">
              <OnPhone label={t('money.column.on')} /> {date(at)}
            </Cell>
            <Cell card="amount" numeric strong>
              <Money cents={amount} />
            </Cell>
            {mayUndo && (
              <Cell card="net" className="text-right">
                {!undone && (
                  <Button size="small" onClick={() => setUndoing(reference)}>
                    {t('money.transfer.undo')}
                  </Button>
                )}
              </Cell>
            )}
          </TableRow>
        ))}
      </Table>
      {undoing !== null && <UndoDialog merchantId={merchantId} reference={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}

function UndoDialog({ merchantId, reference, onClose }: { merchantId: string; reference: string; onClose: () => void }) {
  const undo = useConsoleWrite(consoleTransferUndo, { onDone: onClose, done: t('money.transfer.undoDone') })
  return (
    <Dialog
      title={t('money.transfer.undo')}
      subtitle={t('money.transfer.undoAbout', { reference })}
      locked={undo.busy}
      onClose={onClose}
      onSubmit={() => undo.send({ params: { merchantId }, body: { reference } })}
      footer={
        <DialogActions onBack={onClose} busy={undo.busy} busyLabel={t('shell.sending')}>
          {t('money.transfer.undo')}
        </DialogActions>
      }
    >
      {undo.problem && <ErrorBanner>{undo.problem}</ErrorBanner>}
    </Dialog>
  )
}
