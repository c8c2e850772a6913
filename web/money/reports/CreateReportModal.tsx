import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reportCreate, type Report } from '#contract/money/reports'
import type { BodyInput } from '#contract/platform/endpoint'
import { REPORT_DAYS, REPORTS_UNDER_WAY } from '#domain/money/report'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'
import { FormatChoice } from '../../platform/lists/FormatChoice.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { allRecipients } from './recipientList.ts'
import { RecipientsField } from './RecipientsField.tsx'
import { RepeatedFilters } from './RepeatedFilters.tsx'
import { bodyOf, draftOf, tablesOf, typesToSwitchTo, withType, type ReportDraft, type ReportType } from './reportDraft.ts'
import { ReportDays } from './ReportDays.tsx'
import { ReportMonth } from './ReportMonth.tsx'
import { reportListRead, reportRead, isPending } from './reportReads.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { useSend } from '../../platform/requests/useSend.ts'

type CreateReportModalProps = {
  repeatId: string | null
  /** Initial type, unless a report is repeated. */
  type?: ReportType
  onClose: () => void
  onAsked: () => void
}

/** Requests a report; when one is repeated, everything but its dates is prefilled. */
export function CreateReportModal({ repeatId, ...rest }: CreateReportModalProps) {
  const { merchantId } = useMerchant()
  const repeated = useQuery({ ...reportRead(merchantId, repeatId ?? ''), enabled: repeatId !== null })
  if (repeatId !== null && repeated.isPending) return null
  return <ReportForm report={repeated.data ?? null} {...rest} />
}

function ReportForm({ report, type, onClose, onAsked }: Omit<CreateReportModalProps, 'repeatId'> & { report: Report | null }) {
  const { merchantId, may } = useMerchant()
  const client = useQueryClient()
  const offered = type && typesToSwitchTo(type, may).includes(type) ? type : undefined
  const [draft, setDraft] = useState<ReportDraft>(() => draftOf(report, serverNow(), offered))
  const [pending, setPending] = useState('')
  const newest = useQuery(reportListRead(merchantId, 1))
  const { busy, error, submit } = useSend(async (body: BodyInput<typeof reportCreate>, key) => {
    await write(reportCreate, { params: { merchantId }, body, key })
    await client.invalidateQueries({ queryKey: ['reportList'] })
    onAsked()
  })
  const change = (some: Partial<ReportDraft>) => setDraft((known) => ({ ...known, ...some }))
  const recipients = allRecipients(draft.recipients, pending)
  const body = bodyOf({ ...draft, recipients: recipients ?? [] })
  // Scheduled reports are queued separately.
  const full = (newest.data?.results.filter((one) => isPending(one) && one.scheduleId === null).length ?? 0) >= REPORTS_UNDER_WAY
  const reason = full
    ? t('reports.ask.full', { count: REPORTS_UNDER_WAY })
    : body === null
      ? t('reports.ask.noDays')
      : recipients === null
        ? t('reports.ask.pending')
        : null
  const refused = (...names: string[]) =>
    isApiFailure(error) ? names.map((name) => error.fields.get(name)?.message).find((message) => message !== undefined) : undefined
  const formats = tablesOf(draft.type)

  return (
    <Dialog
      size="money"
      title={t(report === null ? 'reports.ask.title' : 'reports.ask.again')}
      tag={<ModeTag />}
      subtitle={t('reports.ask.limits', { days: REPORT_DAYS, count: REPORTS_UNDER_WAY })}
      onClose={onClose}
      closeOnOutside={false}
      firstFocus="input[type=radio]:checked"
      onSubmit={() => reason === null && body !== null && submit(body)}
      note={t('reports.ask.note')}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={t('reports.ask.busy')} disabledReason={reason}>
          {t('reports.ask')}
        </DialogActions>
      }
    >
      <div className="grid items-start gap-x-9 gap-y-6 *:min-w-0 md:grid-cols-[1fr_1.05fr]">
        <TypeChoice type={draft.type} onChange={(type) => setDraft((known) => withType(known, type, serverNow()))} />
        <div className="grid gap-5 *:min-w-0">
          {draft.type === 'month_package' ? (
            <ReportMonth from={draft.from} onChange={change} refused={refused('from', 'to')} />
          ) : (
            <ReportDays from={draft.from} to={draft.to} onChange={change} refused={refused('from', 'to')} />
          )}
          <RepeatedFilters type={draft.type} filters={draft.filters} onClear={() => change({ filters: [] })} />
          {formats.length > 0 && <FormatChoice formats={formats} format={draft.format} onChange={(format) => change({ format })} />}
          <RecipientsField
            list={draft.recipients}
            onChange={(recipients) => change({ recipients })}
            pending={pending}
            onPending={setPending}
            refused={refused('recipients')}
          />
        </div>
      </div>
      <SendProblem error={error} />
    </Dialog>
  )
}
