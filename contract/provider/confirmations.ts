import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

// Calls that wait for a second person.
const path = '/console/v1/confirmations'
const everybody = { roles: staffRoles, secondPerson: 'never' } as const
const person = z.strictObject({ id: hexId, name: z.string() })

export const staffConfirmation = z.strictObject({
  id: hexId,
  /** The call's name, as in the contract, and in words. */
  call: z.string(),
  action: z.string(),
  /** Of the call's path: what it is about. */
  params: z.record(z.string(), z.string()),
  entity: z.string(),
  entityId: z.nullable(hexId),
  account: z.nullable(person),
  merchant: z.nullable(person),
  /** What the two people see: the old and the new value, in the shape that the call describes. */
  before: z.unknown(),
  after: z.unknown(),
  state: z.enum(['pending', 'confirmed', 'declined', 'withdrawn', 'expired', 'stale']),
  /** A member of staff, or a key of one of the provider's own systems. */
  requestedBy: person,
  byKey: z.boolean(),
  requestedAt: instant,
  expiresAt: instant,
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(instant),
  /** Why it was declined. */
  reason: z.nullable(z.string()),
  /** Requested by the caller, who can withdraw it. */
  own: z.boolean(),
  /** The caller can confirm or decline it: it waits, another person requested it, and they have one of the call's roles. */
  decidable: z.boolean(),
})

/** Those that the caller may decide or requested, all for admins: what waits, the oldest first, then the last 50 that were decided. */
export const staffConfirmationList = consoleCall({
  name: 'staffConfirmationList',
  method: 'GET',
  path,
  summary: 'Peticiones que esperan a una segunda persona',
  policy: everybody,
  answers: { 200: z.strictObject({ pending: z.array(staffConfirmation), decided: z.array(staffConfirmation) }) },
  refusals: [],
  background: true,
})

/**
 * Does what was requested, unless what it would change is not as the requester saw it (`stale`, which ends the request), or the requester may not any
 * more. Refuses with RequestNotAllowed (`own`, `ended`, `stale`), PermissionDenied without a role of the call, or as the call itself.
 */
export const staffConfirmationConfirm = consoleCall({
  name: 'staffConfirmationConfirm',
  method: 'POST',
  path: `${path}/{confirmationId}/confirm`,
  summary: 'Confirmar como segunda persona',
  policy: everybody,
  answers: { 200: staffConfirmation },
  refusals: ['RequestNotAllowed'],
})

export const staffConfirmationDecline = consoleCall({
  name: 'staffConfirmationDecline',
  method: 'POST',
  path: `${path}/{confirmationId}/decline`,
  summary: 'Rechazar como segunda persona',
  policy: everybody,
  body: z.strictObject({ reason: typedText(300).check(z.minLength(1)) }),
  answers: { 200: staffConfirmation },
  refusals: ['RequestNotAllowed'],
})

/** By the person who requested it. */
export const staffConfirmationWithdraw = consoleCall({
  name: 'staffConfirmationWithdraw',
  method: 'POST',
  path: `${path}/{confirmationId}/withdraw`,
  summary: 'Retirar una petición a la segunda persona',
  policy: everybody,
  answers: { 200: staffConfirmation },
  refusals: ['RequestNotAllowed'],
})
