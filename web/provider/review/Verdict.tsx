import { type ComponentProps, type ReactNode, useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Kbd } from '../../platform/ui/controls/Kbd.tsx'
import { useKeys } from '../frame/useKeys.ts'
import { RejectForm } from './RejectForm.tsx'

type VerdictProps<Reason extends string> = {
  write: { busy: boolean; problem: string | null }
  /** The form that asks why not. */
  rejection: Omit<ComponentProps<typeof RejectForm<Reason>>, 'busy' | 'problem' | 'onBack'>
  rejectLabel?: string
  approveLabel?: string
  /** Why it cannot be approved now. */
  blocked?: string | null
  onApprove: () => void
  /** What is approved. */
  children: ReactNode
}

/** The verdict on something under review: `a` approves it, `r` asks why not. */
export function Verdict<Reason extends string>(props: VerdictProps<Reason>) {
  const { write, rejection, rejectLabel, approveLabel, blocked = null, onApprove, children } = props
  const { busy, problem } = write
  const [rejects, setRejects] = useState(false)
  useKeys({ a: rejects || blocked !== null ? undefined : onApprove, r: () => setRejects(true) })
  if (rejects) return <RejectForm {...rejection} busy={busy} problem={problem} onBack={() => setRejects(false)} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {children}
      {problem !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button onClick={() => setRejects(true)} iconEnd={<Kbd className="max-md:hidden">r</Kbd>}>
          {rejectLabel ?? t('review.document.notGood')}
        </Button>
        <Button variant="filled" busy={busy} busyLabel={t('review.sending')} onClick={onApprove} disabledReason={blocked}>
          {approveLabel ?? t('review.next')}
        </Button>
      </div>
    </div>
  )
}
