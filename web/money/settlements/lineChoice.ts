import { pageOf } from '../../platform/lists/dayQuery.ts'
import { lineKinds, type LinePart } from './lineKinds.ts'

/** Parses the URL's filter of lines: part (null: all) and page. */
export function lineChoice(search: Record<string, string>): { part: LinePart | null; page: number } {
  const kind = search['kind']
  return { part: kind === 'subsidised' ? kind : (lineKinds.find((one) => one === kind) ?? null), page: pageOf(search) }
}
