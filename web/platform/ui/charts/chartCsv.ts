import { csvText } from '#domain/platform/csvText'
import type { ChartData, ChartUnit } from './chartData.ts'

/** A figure as Spanish spreadsheets read it: `1234,56`, without dots or unit. */
function plainValue(value: number | null, unit: ChartUnit): string {
  if (value === null) return ''
  return unit === 'count' ? String(value).replace('.', ',') : (value / 100).toFixed(2).replace('.', ',')
}

const headingOf = { money: ' (€)', share: ' (%)', count: '' } as const

/** The figures of a chart as CSV for Spanish spreadsheets, with its byte order mark. */
export function chartCsv({ pointName, columns, points }: ChartData): string {
  const head = [pointName, ...columns.map(({ name, unit }) => `${name}${headingOf[unit]}`)].map(csvText)
  const rows = points.map(({ name, values }) => [
    csvText(name),
    ...columns.map(({ unit }, index) => plainValue(values[index] ?? null, unit)),
  ])
  return `\ufeff${[head, ...rows].map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

/** A name for a file: letters, digits and hyphens. */
export const fileNameOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
