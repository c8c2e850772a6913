import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { FieldContext } from './useFieldControl.ts'

type FieldProps = {
  label: ReactNode
  help?: ReactNode
  /** Replaces the help. */
  error?: ReactNode
  /** At the right of the label: "Todo", "La he olvidado". */
  aside?: ReactNode
  required?: boolean
  /** The control's id, when an error summary must link to it. */
  id?: string
  className?: string
  /** One control of this folder. */
  children: ReactNode
}

/** Label above, help or error below, associated with the control inside; a control’s parse error takes precedence over the form’s error. */
export function Field({ label, help, error, aside, required = false, id, className = '', children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const noteId = `${controlId}-note`
  const [unread, report] = useState<string | null>(null)
  const wrong = unread ?? error
  const invalid = Boolean(wrong)
  const hasNote = invalid || Boolean(help)
  const wiring = useMemo(
    () => ({ id: controlId, describedBy: hasNote ? noteId : undefined, invalid, required, report }),
    [controlId, noteId, hasNote, invalid, required],
  )
  return (
    <div className={`min-w-0 ${className}`}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={controlId} className="font-medium text-ink-2">
          {label}
        </label>
        {aside}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hasNote && (
        <p id={noteId} className={`mt-1.5 flex items-start gap-1.5 text-sm ${invalid ? 'text-danger-ink' : 'text-ink-3'}`}>
          {invalid && <CircleAlert aria-hidden className="mt-0.5 size-3.75" />}
          <span>{wrong || help}</span>
        </p>
      )}
    </div>
  )
}
