import type { Ref } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { revealAndFocus } from '../../platform/ui/feedback/revealAndFocus.ts'
import { fieldId } from './articles/fieldId.ts'

/** Error summary at the top, with a link to each field. */
export function ProblemList({ problems, ref }: { problems: ReadonlyMap<string, string>; ref: Ref<HTMLDivElement> }) {
  return (
    <div className="pb-6">
      <div
        ref={ref}
        role="alert"
        tabIndex={-1}
        className="rounded-3 border border-rejected-line bg-rejected-soft px-4 py-3 text-md text-rejected-ink"
      >
        <p className="font-strong">{t('campaigns.gaps', { count: problems.size })}</p>
        <ul>
          {[...problems].map(([field, words]) => (
            <li key={field}>
              <a
                href={`#${fieldId(field)}`}
                className="inline-flex min-h-6 items-center underline max-md:min-h-11 underline-offset-3"
                onClick={(event) => {
                  event.preventDefault()
                  revealAndFocus(document.getElementById(fieldId(field)))
                }}
              >
                {words}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
