import type { Ref } from 'react'
import { t } from '../../platform/i18n/t.ts'
import type { Problems } from './draftProblems.ts'

/** Error summary at the top of the form, with a link to each invalid field. */
export function ErrorSummary({ problems, idOf, ref }: { problems: Problems; idOf: (field: string) => string; ref: Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="rounded-3 border border-rejected-line bg-rejected-soft px-4 py-3 text-md text-rejected-ink"
    >
      <p className="font-strong">{t('offlineCheckout.problems', { count: problems.size })}</p>
      <ul>
        {[...problems].map(([field, words]) => (
          <li key={field}>
            <a
              href={`#${idOf(field)}`}
              className="inline-flex min-h-6 items-center underline max-md:min-h-11 underline-offset-3"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(idOf(field))?.focus()
              }}
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
