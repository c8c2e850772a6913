import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The rows of one of the tables in `data`, without its header. */
export function readTable(file: string): string[][] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'data', file), 'utf8').split(/\r?\n/)
  return lines.filter((line) => line !== '').map(cellsOf)
}

/** A line of CSV; a name that holds a comma stands in quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
