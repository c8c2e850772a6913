import { useState } from 'react'
import { consoleDebitReturn } from '#contract/provider/moneyDebts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

type DebitReturnDialogProps = { debit: { id: string; reference: string; amount: number }; onClose: () => void }

/** Notes that the bank refused or returned a debit, with its code. */
export function DebitReturnDialog({ debit, onClose }: DebitReturnDialogProps) {
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const write = useConsoleWrite(consoleDebitReturn, { onDone: onClose, done: t('money.debit.returned') })
  const tidy = code.trim().toUpperCase()
  const malformed = !/^[A-Z]{2}\d{2}$/.test(tidy)
  return (
    <Dialog
      title={t('money.debit.return')}
      subtitle={t('money.debit.returnAbout', { reference: debit.reference, amount: money(debit.amount) })}
      closeOnOutside={code === ''}
      locked={write.busy}
      onClose={onClose}
      onSubmit={() => {
        setSent(true)
        if (malformed) return document.getElementById('debit-code')?.focus()
        write.send({ params: { debitId: debit.id }, body: { code: tidy } })
      }}
      footer={
        <DialogActions onBack={onClose} busy={write.busy} busyLabel={t('shell.sending')}>
          {t('money.debit.return')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field
          id="debit-code"
          label={t('money.debit.code')}
          help={t('money.debit.codeHelp')}
          error={sent && malformed ? t('errors.field.bank_code') : write.fieldProblem('code')}
          required
        >
          <TextInput maxLength={4} autoCapitalize="characters" value={code} onChange={(event) => setCode(event.target.value)} />
        </Field>
        {write.problem && <ErrorBanner>{write.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
