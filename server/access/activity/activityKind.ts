import type { ActivityEntry } from '#contract/access/activity'

type Kind = ActivityEntry['kind']

/** Beginnings of the names of calls, and what they are about; the first that fits. */
const beginnings: readonly (readonly [string, Kind])[] = [
  ['session', 'access'],
  ['password', 'access'],
  ['till', 'access'],
  ['meStepUp', 'access'],
  ['accessEnd', 'team'],
  ['team', 'team'],
  ['invitation', 'team'],
  ['operation', 'money'],
  ['refundRequest', 'money'],
  ['settlement', 'money'],
  ['iban', 'bank'],
  ['merchantIban', 'bank'],
  ['merchantAccount', 'bank'],
  ['mandate', 'bank'],
  ['checkout', 'sales'],
  ['campaign', 'sales'],
  ['bankCheck', 'sales'],
]

/** What a call is about. */
export const kindOf = (call: string): Kind => beginnings.find(([start]) => call.startsWith(start))?.[1] ?? 'other'

/** The same as patterns for the database: those of a kind, and those of all others. */
export function patternsOf(kind: Kind): { like: string[]; unlike: string[] } {
  const all = beginnings.map(([start]) => `${start}%`)
  if (kind === 'other') return { like: [], unlike: all }
  return { like: beginnings.filter(([, one]) => one === kind).map(([start]) => `${start}%`), unlike: [] }
}

/** What the application does by itself and tells nothing about anybody. */
export const silentCalls: readonly string[] = [
  'sessionActivity',
  'notificationRead',
  'operationChangesSeen',
  'sessionRefresh',
  'requestOutcome',
]
