import CircleAlert from 'lucide-react/icons/circle-alert'
import type { Values } from '#domain/merchants/company/fields'
import { t } from '../../platform/i18n/t.ts'
import { fieldId } from './fieldId.ts'
import { labelOf, type FieldName } from './fieldLabel.ts'
import type { FieldForm } from './useFieldForm.ts'

type YesNoProps<F extends FieldName> = { form: FieldForm<F>; name: F; help?: string }

/** A yes/no question without preselected answer. */
export function YesNo<F extends FieldName>({ form, name, help }: YesNoProps<F>) {
  const problem = form.problemOf(name)
  const note = problem ?? help
  const noteId = `${fieldId(name)}-note`
  return (
    <fieldset aria-describedby={note === undefined ? undefined : noteId} className="min-w-0">
      <legend className="pb-1 text-sm font-medium text-ink-2">{labelOf(name)}</legend>
      <div className="flex gap-6">
        {[true, false].map((answer, index) => (
          <label key={String(answer)} className="flex min-h-8 min-w-11 items-center gap-2.5 max-md:min-h-11">
            <input
              type="radio"
              name={name}
              id={index === 0 ? fieldId(name) : undefined}
              className="size-4"
              checked={form.values[name] === answer}
              onChange={() => form.set({ [name]: answer } as Partial<Values<F>>)} // a field of the form
            />
            {t(answer ? 'shell.yes' : 'shell.no')}
          </label>
        ))}
      </div>
      {note !== undefined && (
        <p id={noteId} className={`mt-1 flex items-start gap-1.5 text-sm ${problem === undefined ? 'text-ink-3' : 'text-danger-ink'}`}>
          {problem !== undefined && <CircleAlert aria-hidden className="mt-0.5 size-3.75 flex-none" />}
          <span>{note}</span>
        </p>
      )}
    </fieldset>
  )
}
