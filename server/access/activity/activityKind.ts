import type { ActivityEntry } from '#contract/access/activity'

type Kind = ActivityEntry['kind']

/** Prefixes of call names and their kind; the first match wins. */
const prefixes: readonly (readonly [string, Kind])[] = [
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

/** The kind of a call. */
export const kindOf = (call: string): Kind => prefixes.find(([start]) => call.startsWith(start))?.[1] ?? 'other'

/** The same prefixes as LIKE patterns for SQL: those of a kind, and those of all others. */
export function patternsOf(kind: Kind): { like: string[]; unlike: string[] } {
  const all = prefixes.map(([start]) => `${start}%`)
  if (kind === 'other') return { like: [], unlike: all }
  return { like: prefixes.filter(([, one]) => one === kind).map(([start]) => `${start}%`), unlike: [] }
}

/** Internal calls that are not shown in the activity log. */
export const silentCalls: readonly string[] = [
  'sessionActivity',
  'notificationRead',
  'operationChangesSeen',
  'sessionRefresh',
  'requestOutcome',
  // Which other account somebody joined is no business of this one.
  'invitationJoin',
]
