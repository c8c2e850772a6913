import { consoleInvoicesIssue } from '#contract/provider/moneyInvoices'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

/** Issues the invoices of all months that have ended and are settled. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const issue = useConsoleWrite(consoleInvoicesIssue, {
    onDone: ({ answer }) => {
      if (answer) showToast(runText(answer))
      onClose()
    },
  })
  return (
    <Dialog
      title={t('money.issue')}
      subtitle={t('money.issue.about')}
      locked={issue.busy}
      onClose={onClose}
      onSubmit={() => issue.send({ body: {} })}
      footer={
        <DialogActions onBack={onClose} busy={issue.busy} busyLabel={t('money.issuing')}>
          {t('money.issue')}
        </DialogActions>
      }
    >
      {issue.problem && <ErrorBanner>{issue.problem}</ErrorBanner>}
    </Dialog>
  )
}

type Run = { issued: number; waiting: number; failed: number; complete: boolean }

function runText({ issued, waiting, failed, complete }: Run): string {
  if (failed > 0) return t('money.issue.failed', { count: failed })
  if (!complete) return t('money.issue.goesOn', { count: issued })
  if (waiting > 0) return t('money.issue.waiting', { count: waiting })
  return issued === 0 ? t('money.issue.nothing') : t('money.issue.done', { count: issued })
}
