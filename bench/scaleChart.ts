/** One kind of work: milliseconds per execution at each size. */
export type Series = { name: string; points: readonly { size: number; ms: number }[] }

const [width, height] = [760, 460]
const plot = { left: 62, right: 560, top: 44, bottom: 410 }
/** Distinguishable for most people with a colour vision deficiency, and legible on white and on black (after Okabe and Ito). */
const colours = ['#0072b2', '#c04a00', '#008a63', '#b3568c', '#8a7a00', '#2f8fc4', '#8358c9', '#7a7a7a', '#b8323a']
const labelGap = 15

const lies = (value: number, [low, high]: readonly [number, number], [from, to]: readonly [number, number]) =>
  from + ((Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low))) * (to - from)
const round = (value: number) => Math.round(value * 10) / 10
const text = (x: number, y: number, words: string, more = '') => `<text x="${round(x)}" y="${round(y)}"${more}>${words}</text>`
const decades = (low: number, high: number) => Array.from({ length: Math.round(Math.log10(high / low)) + 1 }, (_, step) => low * 10 ** step)

/** Labels at the ends of their lines, without overlap. */
function spread(points: readonly { at: number; nth: number }[]): Map<number, number> {
  const places = new Map<number, number>()
  let free = Number.NEGATIVE_INFINITY
  for (const { at, nth } of points.toSorted((one, other) => one.at - other.at)) {
    free = Math.max(at, free + labelGap)
    places.set(nth, free)
  }
  return places
}

/** Both axes logarithmic: a flat line is work that costs the same in a large shop. Follows the reader's colour scheme. */
export function scaleChart(series: readonly Series[]): string {
  const all = series.flatMap(({ points }) => points)
  const ends = (values: readonly number[]) =>
    [10 ** Math.floor(Math.log10(Math.min(...values))), 10 ** Math.ceil(Math.log10(Math.max(...values)))] as const
  const [sizes, times] = [ends(all.map(({ size }) => size)), ends(all.map(({ ms }) => ms))]
  const x = (size: number) => lies(size, sizes, [plot.left, plot.right])
  const y = (ms: number) => lies(ms, times, [plot.bottom, plot.top])
  const grid = decades(...times).flatMap((ms) => [
    `<path class="grid" d="M${plot.left} ${round(y(ms))}H${plot.right}"/>`,
    text(plot.left - 8, y(ms) + 4, ms >= 1 ? `${ms} ms` : `${round(ms * 1000)} µs`, ' text-anchor="end"'),
  ])
  const below = decades(...sizes).map((size) => text(x(size), plot.bottom + 22, size.toLocaleString('en'), ' text-anchor="middle"'))
  const labels = spread(series.map(({ points }, nth) => ({ at: y(points.at(-1)?.ms ?? 1), nth })))
  const lines = series.flatMap(({ name, points }, nth) => {
    const colour = colours[nth % colours.length] ?? ''
    const last = points.at(-1)
    const path = points.map(({ size, ms }, at) => `${at === 0 ? 'M' : 'L'}${round(x(size))} ${round(y(ms))}`).join('')
    const dots = points.map(({ size, ms }) => `<circle cx="${round(x(size))}" cy="${round(y(ms))}" r="3" fill="${colour}"/>`)
    const at = labels.get(nth) ?? 0
    const lead = last
      ? `<path d="M${round(x(last.size) + 4)} ${round(y(last.ms))}L${plot.right + 14} ${round(at)}" stroke="${colour}" opacity=".5"/>`
      : ''
    return [
      `<path d="${path}" stroke="${colour}" stroke-width="2"${nth % 2 === 1 ? ' stroke-dasharray="6 3"' : ''}/>`,
      ...dots,
      lead,
      text(plot.right + 18, at + 4, `${name}, ${shown(last?.ms ?? 0)}`),
    ]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Cost of each kind of work by the number of operations">
<style>
  text { font: 12px system-ui, sans-serif; fill: #1f2933 } path { fill: none } .grid { stroke: #1f2933; opacity: .15 } .title { font-size: 14px; font-weight: 600 } .paper { fill: #fff }
  @media (prefers-color-scheme: dark) { text { fill: #e6eaee } .grid { stroke: #e6eaee } .paper { fill: #14181d } }
</style>
<rect class="paper" width="${width}" height="${height}" rx="8"/>
${[text(plot.left, 24, 'Median time of one, by the operations of the shop', ' class="title"'), ...grid, ...below, ...lines].join('\n')}
</svg>
`
}

const shown = (ms: number) => (ms >= 1 ? `${ms.toFixed(1)} ms` : `${(ms * 1000).toFixed(ms >= 0.1 ? 0 : 1)} µs`)
