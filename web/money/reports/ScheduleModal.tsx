import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/platform/endpoint'
import { reportScheduleCreate } from '#contract/money/reports'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FormatChoice } from '../../platform/lists/FormatChoice.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { allRecipients } from './recipientList.ts'
import { RecipientsField } from './RecipientsField.tsx'
import { tablesOf, tableTypesFor } from './reportDraft.ts'
import { rangeText } from './reportText.ts'
import { firstRun, frequenciesOf, defaultSchedule, withScheduledType, type ScheduleDraft } from './scheduleDraft.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'

/** Schedules a report; shows the date of the first run and its period. */
export function ScheduleModal({ onClose }: { onClose: () => void }) {
  const { merchantId, may } = useMerchant()
  const client = useQueryClient()
  const now = useRealNow()
  const [draft, setDraft] = useState<ScheduleDraft>(defaultSchedule)
  const [pending, setPending] = useState('')
  const { busy, error, submit } = useSend(async (body: BodyInput<typeof reportScheduleCreate>, key: string) => {
    await write(reportScheduleCreate, { params: { merchantId }, body, key })
    await client.invalidateQueries({ queryKey: ['reportScheduleList'] })
    onClose()
  })
  const change = (some: Partial<ScheduleDraft>) => setDraft((known) => ({ ...known, ...some }))
  const recipients = allRecipients(draft.recipients, pending)
  const reason = recipients === null ? t('reports.ask.pending') : null
  const formats = tablesOf(draft.type)
  const types = tableTypesFor(may)
  const { on, period } = firstRun(draft.frequency, now)
  const refused = isApiFailure(error) ? error.fields.get('recipients')?.message : undefined

  return (
    <Dialog
      title={t('reports.schedule')}
      tag={<ModeTag />}
      onClose={onClose}
      closeOnOutside={false}
      onSubmit={() => recipients !== null && submit({ ...draft, recipients })}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={t('reports.schedule.busy')} disabledReason={reason}>
          {t('reports.schedule')}
        </DialogActions>
      }
    >
      <div className="grid gap-5 *:min-w-0">
        <Field label={t('reports.what')} help={t(`reports.about.${draft.type}`)}>
          <Select
            value={draft.type}
            onChange={(event) => {
              const type = types.find((one) => one === event.target.value)
              if (type) setDraft((known) => withScheduledType(known, type))
            }}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {t(`reports.type.${type}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('reports.frequency')}>
          <Select
            value={draft.frequency}
            onChange={(event) => {
              const frequency = frequenciesOf(draft.type).find((one) => one === event.target.value)
              if (frequency) change({ frequency })
            }}
          >
            {frequenciesOf(draft.type).map((frequency) => (
              <option key={frequency} value={frequency}>
                {t(`reports.frequency.${frequency}`)}
              </option>
            ))}
          </Select>
        </Field>
        {formats.length > 0 && <FormatChoice formats={formats} format={draft.format} onChange={(format) => change({ format })} />}
        <RecipientsField
          list={draft.recipients}
          onChange={(recipients) => change({ recipients })}
          pending={pending}
          onPending={setPending}
          refused={refused}
        />
        <Banner title={t('reports.schedule.first', { date: date(on) })}>
          {t('reports.schedule.firstHolds', { range: rangeText(period) })}
        </Banner>
      </div>
      <SendProblem error={error} />
    </Dialog>
  )
}
