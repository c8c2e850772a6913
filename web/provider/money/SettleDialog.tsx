import { useState } from 'react'
import { consoleSettlementRun } from '#contract/provider/moneySettlements'
import { madridDay } from '#domain/platform/dates'
import { serverNow } from '../../platform/api/serverClock.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

/** Settles now, up to a day. */
export function SettleDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState<string | null>(madridDay(serverNow()))
  const [sent, setSent] = useState(false)
  const run = useConsoleWrite(consoleSettlementRun, {
    onDone: ({ answer }) => {
      if (answer) showToast(runText(answer))
      onClose()
    },
  })
  return (
    <Dialog
      title={t('money.settle')}
      subtitle={t('money.settle.about')}
      onClose={onClose}
      locked={run.busy}
      onSubmit={() => {
        setSent(true)
        if (on !== null) run.send({ body: { on } })
      }}
      footer={
        <DialogActions onBack={onClose} busy={run.busy} busyLabel={t('money.settling')}>
          {t('money.settle')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field label={t('money.settle.on')} error={sent && on === null ? t('errors.field.required') : run.fieldProblem('on')} required>
          <DateInput pickerLabel={t('money.pick')} value={on} onChange={setOn} />
        </Field>
        {run.problem && <ErrorBanner>{run.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}

type Run = { settlements: number; failed: number; complete: boolean }

function runText({ settlements, failed, complete }: Run): string {
  if (failed > 0) return t('money.settle.failed', { count: failed })
  if (!complete) return t('money.settle.goesOn', { count: settlements })
  return settlements === 0 ? t('money.settle.nothing') : t('money.settle.done', { count: settlements })
}
