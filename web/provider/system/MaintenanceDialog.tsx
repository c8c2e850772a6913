import { useState } from 'react'
import { maintenanceDeclare, type systemView } from '#contract/provider/system'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import type { AnswerOf } from '../../../contract/platform/endpoint.ts'

export type Maintenance = AnswerOf<typeof systemView>['maintenance']

/** An instant as the browser's date and time field has it, in the time zone of this device. */
function localText(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Closes the product for maintenance, or changes what people read. */
export function MaintenanceDialog({ maintenance, onClose }: { maintenance: Maintenance; onClose: () => void }) {
  const [reason, setReason] = useState(maintenance?.reason ?? '')
  const [endsAt, setEndsAt] = useState(localText(maintenance?.endsAt ?? null))
  const [statusUrl, setStatusUrl] = useState(maintenance?.statusUrl ?? '')
  const [empty, setEmpty] = useState(false)
  const declare = useConsoleWrite(maintenanceDeclare, { onDone: onClose, done: t('system.maintenance.done') })
  function submit() {
    setEmpty(reason.trim() === '')
    if (reason.trim() === '') return
    const ends = endsAt === '' ? null : new Date(endsAt).toISOString()
    declare.send({ body: { reason: reason.trim(), endsAt: ends, statusUrl: statusUrl.trim() === '' ? null : statusUrl.trim() } })
  }
  return (
    <Dialog
      title={t(maintenance === null ? 'system.maintenance.close' : 'system.maintenance.change')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={declare.busy} busyLabel={t('system.maintenance.closing')}>
          {t(maintenance === null ? 'system.maintenance.close' : 'system.maintenance.change')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <p className="text-ink-2">{t('system.maintenance.effect')}</p>
        <Field
          label={t('system.maintenance.reason')}
          help={t('system.maintenance.reasonHelp')}
          error={empty ? t('errors.field.required') : declare.fieldProblem('reason')}
          required
        >
          <Textarea maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Field label={t('system.maintenance.endsAt')} error={declare.fieldProblem('ends_at')}>
          <TextInput type="datetime-local" value={endsAt} onChange={(event) => setEndsAt(event.target.value)} />
        </Field>
        <Field label={t('system.maintenance.statusUrl')} error={declare.fieldProblem('status_url')}>
          <TextInput
            type="url"
            inputMode="url"
            placeholder="https://"
            value={statusUrl}
            onChange={(event) => setStatusUrl(event.target.value)}
          />
        </Field>
        {declare.problem && <ErrorBanner>{declare.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
