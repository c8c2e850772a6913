import type { Report } from '#contract/reports'
import { operationsSource } from './operationsSource.ts'
import type { RowSource, Wanted } from './rowSource.ts'

const sources: Partial<Record<Report['type'], (wanted: Wanted) => RowSource>> = {
  operations: operationsSource,
}

/** Where a type's rows come from. */
export function sourceOf(type: Report['type'], wanted: Wanted): RowSource {
  const source = sources[type]
  if (!source) throw new Error(`no rows for ${type}`)
  return source(wanted)
}
