import { lineKinds, type LineKind } from './lineKinds.ts'

/** Which lines the address asks for: one kind or all, and the page. */
export function lineChoice(search: Record<string, string>): { kind: LineKind | null; page: number } {
  const page = /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1
  return { kind: lineKinds.find((kind) => kind === search['kind']) ?? null, page }
}
