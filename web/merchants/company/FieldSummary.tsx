import type { FieldCode } from '#domain/merchants/company/fields'
import { t } from '../../platform/i18n/t.ts'
import { fieldId, focusField, summaryId } from './fieldId.ts'
import { type FieldName, labelOf } from './fieldLabel.ts'

/** What is missing or wrong in a form after an attempt to go on, above its fields: how many, and a link to each. */
export function FieldSummary<F extends FieldName>({ wrong }: { wrong: ReadonlyMap<F, FieldCode> }) {
  if (wrong.size === 0) return null
  return (
    <div
      id={summaryId}
      role="alert"
      tabIndex={-1}
      className="rounded-3 border border-rejected-line bg-rejected-soft px-4 py-3 text-md text-rejected-ink outline-none"
    >
      <p className="font-strong">{t('company.wrong', { count: wrong.size })}</p>
      <ul className="gap-x-6 sm:columns-2">
        {[...wrong].map(([name, code]) => (
          <li key={name} className="break-inside-avoid">
            <a
              href={`#${fieldId(name)}`}
              className="inline-flex min-h-6 items-center underline underline-offset-3 max-md:min-h-11"
              onClick={(event) => {
                event.preventDefault()
                focusField(name)
              }}
            >
              {code === 'required' ? labelOf(name) : t('company.wrongOne', { field: labelOf(name), problem: t(`errors.field.${code}`) })}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
