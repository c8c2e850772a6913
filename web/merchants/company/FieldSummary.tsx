import type { FieldCode } from '#domain/merchants/company/fields'
import { t } from '../../platform/i18n/t.ts'
import { fieldId, focusField, summaryId } from './fieldId.ts'
import { type FieldName, labelOf } from './fieldLabel.ts'

/** What is missing or wrong in a form after an attempt to go on, above its fields: how many, and a link to each. */
export function FieldSummary<F extends FieldName>({ wrong }: { wrong: ReadonlyMap<F, FieldCode> }) {
  return (
    <ProblemSummary
      title={t('company.wrong', { count: wrong.size })}
      problems={[...wrong].map(([name, code]) => ({
        name,
        label: code === 'required' ? labelOf(name) : t('company.wrongOne', { field: labelOf(name), problem: t(`errors.field.${code}`) }),
      }))}
    />
  )
}

/** A link to each of some fields or documents, under what is wrong with them; nothing without any. `name` as in `fieldId`. */
export function ProblemSummary({ title, problems }: { title: string; problems: readonly { name: string; label: string }[] }) {
  if (problems.length === 0) return null
  return (
    <div
      id={summaryId}
      role="alert"
      tabIndex={-1}
      className="rounded-3 border border-rejected-line bg-rejected-soft px-4 py-3 text-md text-rejected-ink outline-none"
    >
      <p className="font-strong">{title}</p>
      <ul className="gap-x-6 sm:columns-2">
        {problems.map(({ name, label }) => (
          <li key={name} className="break-inside-avoid">
            <a
              href={`#${fieldId(name)}`}
              className="inline-flex min-h-6 items-center underline underline-offset-3 max-md:min-h-11"
              onClick={(event) => {
                event.preventDefault()
                focusField(name)
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
