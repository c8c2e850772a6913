import type { CellBatch, CellKind, Column } from './csvLine.ts'

/** A cell as JSON: amounts in cents and counts as numbers, days as YYYY-MM-DD, an empty cell as null. */
function jsonCell(kind: CellKind, cell: string): string {
  if (cell === '') return 'null'
  return kind === 'amount' || kind === 'count' ? cell : JSON.stringify(cell)
}

/** Names as in the API: amounts end in `_amount`, rates are in basis points. */
export function jsonName({ name, kind }: Column): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return kind === 'amount' && snake !== 'amount' && !snake.endsWith('_rate') ? `${snake}_amount` : snake
}

/** Streams one JSON object: `head`, the rows, and `manifest`, which is called after all rows are written. */
export async function* jsonFile(
  columns: readonly Column[],
  head: object,
  batches: AsyncIterable<CellBatch>,
  manifest: () => object,
): AsyncGenerator<string> {
  const names = columns.map((column) => `${JSON.stringify(jsonName(column))}:`)
  let isFirst = true
  yield `{"report":${JSON.stringify(head)},"rows":[`
  for await (const { rows } of batches) {
    let lines = ''
    for (const cells of rows) {
      lines += isFirst ? '\n' : ',\n'
      isFirst = false
      lines += `{${columns.map(({ kind }, at) => `${names[at]}${jsonCell(kind, cells[at] ?? '')}`).join(',')}}`
    }
    if (lines !== '') yield lines
  }
  yield `\n],"manifest":${JSON.stringify(manifest())}}\n`
}
