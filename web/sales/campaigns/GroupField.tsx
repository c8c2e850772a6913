import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { fieldId } from './articles/fieldId.ts'

type GroupFieldProps = { field: string; label: string; error: string | null; help?: string; children: ReactNode }

/** A labelled group of checkboxes or radio buttons; the error summary links to it. */
export function GroupField({ field, label, error, help, children }: GroupFieldProps) {
  const noteId = `${fieldId(field)}-note`
  const note = error ?? help
  return (
    <fieldset id={fieldId(field)} tabIndex={-1} aria-describedby={note === undefined ? undefined : noteId} className="min-w-0">
      <legend className="pb-1.5 text-sm font-medium text-ink-2">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">{children}</div>
      {note !== undefined && (
        <p id={noteId} className={`mt-1.5 flex items-start gap-1.5 text-sm ${error === null ? 'text-ink-3' : 'text-danger-ink'}`}>
          {error !== null && <CircleAlert aria-hidden className="mt-0.5 size-3.75" />}
          <span>{note}</span>
        </p>
      )}
    </fieldset>
  )
}
