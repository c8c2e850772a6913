/** Something that began at a point: a campaign, a holiday, maintenance. */
export type ChartEvent = { at: number; text: string }

type EventLinesProps = {
  events: readonly ChartEvent[]
  top: number
  height: number
  width: number
  middle: (index: number) => number
  /** Of the text. */
  scale: number
}

/** Room that a text takes, by its letters, in pixels of normal text. */
const letter = 6.6

/** Dashed lines with their words above the plot. Words that would touch the ones before are left to the list below the chart. */
export function EventLines({ events, top, height, width, middle, scale }: EventLinesProps) {
  let free = -Infinity
  return events
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, text }) => {
      const x = middle(at)
      const room = text.length * letter * scale
      const ends = x + 6 + room > width
      const from = ends ? x - 6 - room : x + 6
      const fits = from >= free && from >= -40
      if (fits) free = from + room + 10
      return (
        <g key={`${at} ${text}`}>
          <line x1={x} x2={x} y1={fits ? top : -4} y2={height} className="chart-event" />
          {fits && (
            <text x={ends ? x - 6 : x + 6} y={top + 9 * scale} textAnchor={ends ? 'end' : 'start'} className="chart-text chart-event-text">
              {text}
            </text>
          )}
        </g>
      )
    })
}
