import './figureBand.css'
import { Anchor } from '../controls/Anchor.tsx'
import { Sparkline } from './Sparkline.tsx'

export type BandFigure = {
  key: string
  name: string
  value: string
  /** How it changed, in words; `good`: to the better. */
  change?: { text: string; good: boolean } | null | undefined
  /** Base of the figure, or what it is compared with. */
  detail: string
  /** Its course. */
  course?: readonly (number | null)[]
  /** The list behind it. */
  href?: string | undefined
}

/** The headline figures in one band between hairlines, each a link to its list. */
export function FigureBand({ figures, label }: { figures: readonly BandFigure[]; label: string }) {
  return (
    <ul aria-label={label} className="figure-band" data-count={figures.length}>
      {figures.map(({ key, name, value, change, detail, course, href }) => (
        <li key={key}>
          <p className="text-sm text-ink-2">{name}</p>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            {href === undefined ? (
              <b className="text-title-sm whitespace-nowrap">{value}</b>
            ) : (
              <Anchor href={href} aria-label={`${name}: ${value}`} className="figure-link text-title-sm font-strong whitespace-nowrap">
                {value}
              </Anchor>
            )}
            {change && (
              <span className={`text-sm font-medium whitespace-nowrap ${change.good ? 'text-accepted-ink' : 'text-ink-2'}`}>
                {change.text}
              </span>
            )}
          </p>
          {course && (
            <div className="py-1.5">
              <Sparkline values={course} />
            </div>
          )}
          <p className="text-sm text-ink-3">{detail}</p>
        </li>
      ))}
    </ul>
  )
}
