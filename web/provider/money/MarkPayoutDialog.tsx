import { useState } from 'react'
import { consolePayoutMark, type MoneySettlement } from '#contract/provider/moneySettlements'
import { madridDay } from '#domain/platform/dates'
import { serverNow } from '../../platform/api/serverClock.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

type Outcome = 'executed' | 'returned'

/** Notes what the bank did with a payment, where it does not say so itself; another person confirms it. */
export function MarkPayoutDialog({ row, onClose }: { row: MoneySettlement; onClose: () => void }) {
  const isPaid = row.payout?.state === 'paid'
  const [outcome, setOutcome] = useState<Outcome>(isPaid ? 'returned' : 'executed')
  const [on, setOn] = useState<string | null>(madridDay(serverNow()))
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const mark = useConsoleWrite(consolePayoutMark, { onDone: onClose, done: t('money.mark.done') })
  const tidy = code.trim().toUpperCase()
  const malformed = outcome === 'returned' && !/^[A-Z0-9]{4}$/.test(tidy)
  const submit = () => {
    setSent(true)
    if (on === null || malformed) return document.getElementById(on === null ? 'payout-on' : 'payout-code')?.focus()
    const body = { outcome, on, ...(outcome === 'returned' && { code: tidy }) }
    mark.send({ params: { merchantId: row.shop.merchantId, settlementId: row.id }, body })
  }
  return (
    <Dialog
      title={t('money.mark')}
      subtitle={t('money.mark.about', {
        reference: row.payout?.reference ?? row.reference,
        amount: money(row.netAmount),
        shop: row.shop.name,
      })}
      note={t('consoleMerchants.secondPerson')}
      closeOnOutside={code === ''}
      locked={mark.busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={mark.busy} busyLabel={t('shell.sending')}>
          {t('money.mark')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field label={t('money.mark.outcome')}>
          <Select value={outcome} onChange={(event) => setOutcome(event.target.value === 'returned' ? 'returned' : 'executed')}>
            {!isPaid && <option value="executed">{t('money.mark.executed')}</option>}
            <option value="returned">{t('money.mark.returned')}</option>
          </Select>
        </Field>
        <Field
          id="payout-on"
          label={t('money.column.on')}
          error={sent && on === null ? t('errors.field.required') : mark.fieldProblem('on')}
          required
        >
          <DateInput pickerLabel={t('money.pick')} value={on} onChange={setOn} />
        </Field>
        {outcome === 'returned' && (
          <Field
            id="payout-code"
            label={t('money.debit.code')}
            help={t('errors.field.return_code')}
            error={sent && malformed ? t('errors.field.return_code') : mark.fieldProblem('code')}
            required
          >
            <TextInput maxLength={4} autoCapitalize="characters" value={code} onChange={(event) => setCode(event.target.value)} />
          </Field>
        )}
        {mark.problem && <ErrorBanner>{mark.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
