import type { FieldRules } from '#domain/merchants/company/fields'
import type { Typed } from '../company/fieldChanges.ts'
import { readDraft } from '../../platform/session/drafts.ts'

export type AccountType = 'enterprise' | 'self_employed'

const isPlain = (value: unknown): boolean => value === null || ['string', 'boolean', 'number'].includes(typeof value)

/** The saved draft of a form; anything that is no field of it is ignored. */
export function readTyped<F extends string>(name: string, rules: FieldRules<F>): Typed<F> {
  const stored = readDraft(name)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([field, value]) => field in rules && isPlain(value))) as Typed<F> // its own names and types
}
