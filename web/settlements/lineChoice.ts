import { pageOf } from '../operation/dayQuery.ts'
import { lineKinds, type LineKind } from './lineKinds.ts'

/** Which lines the address asks for: one kind or all, and the page. */
export function lineChoice(search: Record<string, string>): { kind: LineKind | null; page: number } {
  return { kind: lineKinds.find((kind) => kind === search['kind']) ?? null, page: pageOf(search) }
}
