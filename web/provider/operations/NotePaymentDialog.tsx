import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleOperationNotePayment, consoleOperationPayable, notedWays } from '#contract/provider/operations'
import { madridDay } from '#domain/platform/dates'
import { serverNow } from '../../platform/api/serverClock.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'

type Params = { accountId: string; merchantId: string; operationId: string }

/** Notes an instalment that the customer paid by transfer or in cash: the server says which one, and of what amount, as of the day of the money. */
export function NotePaymentDialog({ params, onClose }: { params: Params; onClose: () => void }) {
  const [receivedOn, setReceivedOn] = useState<string | null>(madridDay(serverNow()))
  const [way, setWay] = useState<(typeof notedWays)[number]>('transfer')
  const [sent, setSent] = useState(false)
  const day = receivedOn ?? ''
  const {
    data: payable,
    error,
    isFetching,
  } = useQuery({
    ...consoleQuery(consoleOperationPayable, { params, query: { receivedOn: day } }),
    enabled: day !== '',
  })
  const write = useConsoleWrite(consoleOperationNotePayment, { onDone: onClose, done: t('consoleMerchants.operation.note.done') })
  const submit = (reason: string) => {
    setSent(true)
    if (receivedOn === null) return document.getElementById('received-on')?.focus()
    if (payable) write.send({ params, body: { instalment: payable.instalment, amount: payable.amount, way, receivedOn, reason } })
  }
  return (
    <ReasonDialog
      title={t('consoleMerchants.operation.note')}
      about={t('consoleMerchants.operation.note.about')}
      verb={t('consoleMerchants.operation.note')}
      reasonLabel={t('consoleMerchants.operation.note.reference')}
      note={t('consoleMerchants.secondPerson')}
      write={write}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        id="received-on"
        label={t('consoleMerchants.operation.note.on')}
        error={sent && receivedOn === null ? t('errors.field.required') : write.fieldProblem('receivedOn')}
        required
      >
        <DateInput pickerLabel={t('money.pick')} value={receivedOn} onChange={setReceivedOn} max={madridDay(serverNow())} />
      </Field>
      <Field label={t('consoleMerchants.operation.note.way')}>
        <Select value={way} onChange={(event) => setWay(notedWays.find((one) => one === event.target.value) ?? way)}>
          {notedWays.map((one) => (
            <option key={one} value={one}>
              {t(`consoleMerchants.operation.note.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      {error ? (
        <ErrorBanner>{failureMessage(error)}</ErrorBanner>
      ) : (
        <p className="min-h-11 text-md" aria-live="polite">
          {!payable && isFetching && t('consoleMerchants.operation.note.reading')}
          {payable && (
            <>
              <strong className="font-strong">{money(payable.amount)}</strong>{' '}
              <span>{t('consoleMerchants.operation.note.pays', { number: payable.instalment, date: date(payable.dueOn) })}</span>
              <span className="block text-sm text-ink-3">
                {t(payable.savedAmount > 0 ? 'consoleMerchants.operation.note.early' : 'consoleMerchants.operation.note.whole')}
              </span>
            </>
          )}
        </p>
      )}
    </ReasonDialog>
  )
}
