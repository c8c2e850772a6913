import { operationFilters } from '#contract/sales/operations'
import type { Report } from '#contract/money/reports'
import { z } from 'zod/mini'
import { swapKey } from '../../platform/calls/wire.ts'
import type { Filters } from '../../sales/operation/filterConditions.ts'

// The days are the report's own.
const { from: _from, to: _to, ...others } = operationFilters
const shape = z.strictObject(others)

/** The list's query that a report repeats, by its names on the wire; null when a name does not exist, comes twice or has a wrong value. */
export function readFilters(filters: Report['filters']): Filters | null {
  const given = filters.filter(({ value }) => value !== '').map(({ key, value }) => [swapKey(key), value] as const)
  if (new Set(given.map(([key]) => key)).size < given.length) return null
  const result = z.safeParse(shape, Object.fromEntries(given))
  return result.success ? result.data : null
}
