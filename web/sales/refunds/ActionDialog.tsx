import type { ReactNode } from 'react'
import type { Operation } from '#contract/sales/operations'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { RequestOutcome } from '../../platform/requests/RequestOutcome.tsx'
import { useRunning } from '../operationStatus/runningActions.ts'
import type { RequestPhase } from '../../platform/requests/useIdempotentRequest.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

type ActionDialogProps = {
  operation: Operation
  size?: 'money' | 'other'
  title: string
  subtitle: string
  /** The button's label, with the amount when money moves. */
  verb: string
  note: ReactNode
  /** Why the button is disabled. */
  problem?: string | null
  phase: RequestPhase
  inFlight: boolean
  /** Without fields: the initial focus is on a button, never on the submit button after a key: a second Enter must not move money. */
  focusesButtons?: boolean
  onSubmit: () => void
  onCheck: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog for one action on an operation: mode, consequences, outcome and submit button. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    operation,
    size = 'other',
    title,
    subtitle,
    verb,
    note,
    problem = null,
    phase,
    inFlight,
    focusesButtons = false,
    onSubmit,
    onCheck,
    onClose,
    children,
  } = props
  const { sandbox } = useMerchant()
  const running = useRunning(operation.id)
  const reason = problem ?? (running && !inFlight ? t('operations.detail.running') : null)
  return (
    <Dialog
      size={size}
      title={title}
      tag={<ModeTag />}
      subtitle={subtitle}
      focusesButtons={focusesButtons}
      onClose={onClose}
      onSubmit={() => {
        if (reason === null && !inFlight) onSubmit()
      }}
      note={note}
      footer={
        <DialogActions
          onBack={onClose}
          size="large"
          busy={inFlight}
          busyLabel={t(phase.name === 'checking' ? 'shell.checking' : 'shell.sending')}
          disabledReason={reason}
        >
          {sandbox ? t('operations.action.sandbox', { verb }) : verb}
        </DialogActions>
      }
    >
      {children}
      <RequestOutcome phase={phase} onCheck={onCheck} money />
    </Dialog>
  )
}
