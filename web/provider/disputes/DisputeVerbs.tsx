import { useState } from 'react'
import { consoleDisputeAccept, consoleDisputeClose, consoleDisputeSubmit } from '#contract/provider/disputes'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'

type VerbProps = { disputeId: string; onClose: () => void }

/** Sends the shop's evidence, with what staff adds, once a person has looked at it. */
export function SubmitEvidence({ disputeId, onClose }: VerbProps) {
  const [note, setNote] = useState('')
  const [soldByRules, setSoldByRules] = useState(true)
  const write = useConsoleWrite(consoleDisputeSubmit, { onDone: onClose, done: t('consoleDisputes.submit.done') })
  return (
    <Dialog
      title={t('consoleDisputes.submit')}
      subtitle={t('consoleDisputes.submit.lead')}
      closeOnOutside={note === ''}
      locked={write.busy}
      onClose={onClose}
      onSubmit={() => write.send({ params: { disputeId }, body: { note: note.trim(), soldByRules } })}
      footer={
        <DialogActions onBack={onClose} busy={write.busy} busyLabel={t('shell.sending')}>
          {t('consoleDisputes.submit')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field label={t('consoleDisputes.submit.note')} error={write.fieldProblem('note')}>
          <Textarea rows={4} maxLength={5_000} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Checkbox
          label={t('consoleDisputes.submit.rules')}
          checked={soldByRules}
          onChange={(event) => setSoldByRules(event.target.checked)}
        />
        {write.problem && <ErrorBanner>{write.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}

/** Does not contest it. */
export function AcceptDispute({ disputeId, onClose }: VerbProps) {
  const write = useConsoleWrite(consoleDisputeAccept, { onDone: onClose, done: t('consoleDisputes.accept.done') })
  return (
    <ReasonDialog
      title={t('consoleDisputes.accept')}
      about={t('consoleDisputes.accept.lead')}
      verb={t('consoleDisputes.accept')}
      reasonLabel={t('consoleDisputes.why')}
      write={write}
      onClose={onClose}
      onSubmit={(reason) => write.send({ params: { disputeId }, body: { reason } })}
    />
  )
}

const outcomes = ['won', 'lost', 'dismissed'] as const

/** Ends it by hand, once another person has confirmed it. */
export function CloseDispute({ disputeId, onClose }: VerbProps) {
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('lost')
  const write = useConsoleWrite(consoleDisputeClose, { onDone: onClose, done: t('consoleDisputes.close.done') })
  return (
    <ReasonDialog
      title={t('consoleDisputes.close')}
      about={t('consoleDisputes.close.lead')}
      verb={t('consoleDisputes.close')}
      reasonLabel={t('consoleDisputes.why')}
      note={t('consoleMerchants.secondPerson')}
      write={write}
      onClose={onClose}
      onSubmit={(reason) => write.send({ params: { disputeId }, body: { outcome, reason } })}
    >
      <Field label={t('consoleDisputes.close.outcome')}>
        <Select value={outcome} onChange={({ target }) => setOutcome(outcomes.find((one) => one === target.value) ?? 'lost')}>
          {outcomes.map((one) => (
            <option key={one} value={one}>
              {t(`consoleDisputes.state.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
    </ReasonDialog>
  )
}
