import { useState } from 'react'
import type { ConsoleAccountDetail } from '#contract/provider/merchants'
import { consoleRelationEnd } from '#contract/provider/merchantActs'
import { madridDay } from '#domain/platform/dates'
import { relationEndReasons, type RelationEndReason } from '#domain/merchants/retention'
import { serverNow } from '../../platform/api/serverClock.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

/** Ends the relation with a company, for good, once another person has confirmed it. */
export function EndRelationDialog({ account, onClose }: { account: ConsoleAccountDetail; onClose: () => void }) {
  const [reason, setReason] = useState<RelationEndReason>('company')
  const [endedOn, setEndedOn] = useState<string | null>(madridDay(serverNow()))
  const [sent, setSent] = useState(false)
  const end = useConsoleWrite(consoleRelationEnd, { onDone: onClose, done: t('consoleMerchants.end.done') })
  const submit = () => {
    setSent(true)
    if (endedOn !== null) end.send({ params: { accountId: account.id }, body: { reason, endedOn } })
  }
  return (
    <Dialog
      title={t('consoleMerchants.end.title', { name: account.name })}
      subtitle={t('consoleMerchants.end.about')}
      note={t('consoleMerchants.secondPerson')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={end.busy} busyLabel={t('shell.sending')}>
          {t('consoleMerchants.end')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field label={t('consoleMerchants.end.reason')}>
          <Select value={reason} onChange={(event) => setReason(relationEndReasons.find((one) => one === event.target.value) ?? reason)}>
            {relationEndReasons.map((one) => (
              <option key={one} value={one}>
                {t(`consoleMerchants.end.reason.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t('consoleMerchants.end.day')}
          error={sent && endedOn === null ? t('errors.field.required') : end.fieldProblem('endedOn')}
          required
        >
          <DateInput pickerLabel={t('consoleMerchants.pick')} value={endedOn} onChange={setEndedOn} />
        </Field>
        {end.problem && <ErrorBanner>{end.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
