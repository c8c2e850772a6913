/** How a series is drawn: filled, hatched, outlined, a line, or the dotted line of what it is compared with. */
type ChartMark = 'solid' | 'hatched' | 'outlined' | 'line' | 'dotted'

/** What the marks of a chart mean: the form says it, not only the colour. */
export function ChartLegend({ marks }: { marks: readonly { mark: ChartMark; name: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {marks.map(({ mark, name }) => (
        <li key={name} className="flex items-center gap-2">
          <MarkSign mark={mark} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function MarkSign({ mark }: { mark: ChartMark }) {
  if (mark === 'line' || mark === 'dotted')
    return (
      <svg aria-hidden width="20" height="10" className="flex-none">
        <line x1="1" y1="5" x2="19" y2="5" className={mark === 'line' ? 'chart-line' : 'chart-compare'} />
      </svg>
    )
  return (
    <svg aria-hidden width="10" height="10" className="flex-none">
      <rect x="0.5" y="0.5" width="9" height="9" rx="2" className={`chart-${mark}`} />
      {mark === 'hatched' && <path d="M0 10 10 0 M0 5 5 0 M5 10 10 5" className="chart-hatch" />}
    </svg>
  )
}
