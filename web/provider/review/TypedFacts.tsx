import type { ReviewSection } from '#contract/provider/review'
import { t } from '../../platform/i18n/t.ts'
import { StatusGlyph, type StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

type Fact = ReviewSection['facts'][number]
type Check = Fact['checks'][number]

const glyphs: Record<Check['result'], StatusKind> = { right: 'accepted-outlined', doubtful: 'merchant', wrong: 'rejected' }

/** Checks that were made without a reviewer: glyph and words. */
export const Checks = ({ checks }: { checks: readonly Check[] }) =>
  checks.length > 0 && (
    <ul className="mt-0.5 grid gap-0.5">
      {checks.map(({ result, text }) => (
        <li
          key={text}
          className={`flex items-start gap-1.5 text-sm ${result === 'wrong' ? 'text-danger-ink' : result === 'doubtful' ? 'text-in-process-ink' : 'text-ink-3'}`}
        >
          <span className="mt-0.5 flex-none">
            <StatusGlyph kind={glyphs[result]} size={14} />
          </span>
          <span>
            <span className="sr-only">{t(`review.result.${result}`)}: </span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )

type TypedFactsProps = {
  sections: readonly ReviewSection[]
  /** Asks for a change of a fact; null: the person may not. */
  onAsk: ((fact: Fact) => void) | null
  /** The level of its sections in the page. */
  heading: 'h2' | 'h3'
}

/** What was typed, with its checks, section by section. */
export function TypedFacts({ sections, onAsk, heading: Heading }: TypedFactsProps) {
  return sections.map(({ title, facts }, index) => (
    <section key={index} aria-label={title} className="mb-6">
      <Heading className="mb-1 text-sm font-strong text-ink-2">{title}</Heading>
      <dl>
        {facts.map((fact) => (
          <div key={fact.field} className="group flex flex-wrap gap-x-3 border-b border-line py-2 max-md:py-3">
            <dt className="w-[7rem] text-sm leading-[1.5] text-ink-3">{fact.label}</dt>
            <dd className="min-w-0 flex-1 basis-[10rem] text-md wrap-anywhere">
              <span className="relative flex flex-wrap items-baseline gap-x-4 lg:block">
                <span className="font-medium">{fact.value}</span>
                {onAsk && fact.step !== null && (
                  <button
                    type="button"
                    className="text-link rounded-1 bg-sheet text-sm text-accent-ink underline-offset-2 hover:underline focus-visible:opacity-100 lg:absolute lg:top-0 lg:right-0 lg:pl-2 lg:opacity-0 lg:group-hover:opacity-100"
                    aria-label={t('review.ask.of', { field: fact.label })}
                    onClick={() => onAsk(fact)}
                  >
                    {t('review.ask.verb')}
                  </button>
                )}
              </span>
              <Checks checks={fact.checks} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
