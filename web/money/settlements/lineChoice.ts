import { pageOf } from '../../platform/lists/dayQuery.ts'
import { lineKinds, type LinePart } from './lineKinds.ts'

/** Which lines the address asks for: a part of them or all, and the page. */
export function lineChoice(search: Record<string, string>): { part: LinePart | null; page: number } {
  const asked = search['kind']
  return { part: asked === 'subsidised' ? asked : (lineKinds.find((kind) => kind === asked) ?? null), page: pageOf(search) }
}
