import { useState } from 'react'
import { consoleTransferBook } from '#contract/provider/moneyDebts'
import { madridDay } from '#domain/platform/dates'
import { serverNow } from '../../platform/api/serverClock.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

type TransferDialogProps = { merchantId: string; owed: number; onClose: () => void }

/** Books a transfer by which a shop paid its debt. */
export function TransferDialog({ merchantId, owed, onClose }: TransferDialogProps) {
  const [amount, setAmount] = useState<number | null>(null)
  const [reference, setReference] = useState('')
  const [on, setOn] = useState<string | null>(madridDay(serverNow()))
  const [force, setForce] = useState(false)
  const [sent, setSent] = useState(false)
  const book = useConsoleWrite(consoleTransferBook, { onDone: onClose, done: t('money.transfer.booked') })
  const tidy = reference.trim()
  const isMore = amount !== null && amount > owed
  const missing = (isMissing: boolean) => (sent && isMissing ? t('errors.field.required') : null)
  const submit = () => {
    setSent(true)
    if (amount === null || tidy === '' || on === null)
      return document.getElementById(amount === null ? 'transfer-amount' : tidy === '' ? 'transfer-reference' : 'transfer-on')?.focus()
    book.send({ params: { merchantId }, body: { amount, reference: tidy, on, force: force && isMore } })
  }
  return (
    <Dialog
      title={t('money.transfer.book')}
      subtitle={t('money.transfer.about', { amount: money(owed) })}
      closeOnOutside={amount === null && reference === ''}
      locked={book.busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={book.busy} busyLabel={t('shell.sending')}>
          {t('money.transfer.book')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field
          id="transfer-amount"
          label={t('shell.heading.amount')}
          error={missing(amount === null) ?? book.fieldProblem('amount')}
          required
        >
          <MoneyInput value={amount} onChange={setAmount} />
        </Field>
        <Field
          id="transfer-reference"
          label={t('money.transfer.reference')}
          help={t('money.transfer.referenceHelp')}
          error={missing(tidy === '') ?? book.fieldProblem('reference')}
          required
        >
          <TextInput maxLength={35} value={reference} onChange={(event) => setReference(event.target.value)} />
        </Field>
        <Field id="transfer-on" label={t('money.column.on')} error={missing(on === null) ?? book.fieldProblem('on')} required>
          <DateInput pickerLabel={t('money.pick')} value={on} onChange={setOn} />
        </Field>
        {isMore && <Checkbox label={t('money.transfer.force')} checked={force} onChange={(event) => setForce(event.target.checked)} />}
        {book.problem && <ErrorBanner>{book.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
