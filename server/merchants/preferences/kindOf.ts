import type { KeyKind } from '#domain/merchants/apiKey'
import { notFound } from '../../platform/calls/refusal.ts'

/** The kind of key that an address names. Refuses with ObjectNotFoundException what is none. */
export function kindOf(name: string): KeyKind {
  if (name === 'public' || name === 'private') return name
  throw notFound(name)
}
