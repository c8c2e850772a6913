import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The rows of a table in `data`, without its header. */
export function readTable(file: string): string[][] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'data', file), 'utf8').split(/\r?\n/)
  return lines.filter((line) => line !== '').map(cellsOf)
}

/** The cells of a CSV line; a name with a comma is quoted. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
