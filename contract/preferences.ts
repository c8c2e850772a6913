import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { hexId, instant } from './values.ts'

/** How a shop is connected: its keys, the limits of its carts, and its widgets (domain model §3.20). */
const path = '/v2/merchants/{merchantId}/configurations'

export const keyKind = z.enum(['public', 'private'])

/** A key of this shop and mode. Of a private one nobody can read more than the end again. */
export const apiKey = z.strictObject({
  id: hexId,
  kind: keyKind,
  /** A public key, whole; null: a private one. */
  publicKey: z.nullable(z.string()),
  lastFour: z.string(),
  /** `grace`: another took its place, and it works until `endsAt`. */
  state: z.enum(['active', 'grace', 'revoked']),
  created: instant,
  createdBy: z.nullable(z.string()),
  /** The first instant at which it opens nothing any more; null: without end. */
  endsAt: z.nullable(instant),
  /** Who ended it before its time; null: nobody, or nobody who can be named. */
  revokedBy: z.nullable(z.string()),
  /** The last call made with it: from which network (of a page: its host), by which program. */
  lastUse: z.nullable(z.strictObject({ at: instant, from: z.nullable(z.string()), client: z.nullable(z.string()) })),
  /** Nobody has called with it for an hour. */
  silent: z.boolean(),
})
export type ApiKey = z.output<typeof apiKey>

/** Keys that work, and the last ones that did, newest first. */
export const keyList = endpoint({
  name: 'keyList',
  method: 'GET',
  path: `${path}/keys`,
  summary: 'Claves de la tienda',
  answers: { 200: z.strictObject({ keys: z.array(apiKey) }) },
  refusals: [],
})

/**
 * Makes a new key of a kind, the first one too. The one before works on for the chosen overlap. The new one stands whole in this answer alone,
 * which is kept sealed for a repeat with the same idempotency key.
 */
export const keyRenew = endpoint({
  name: 'keyRenew',
  method: 'POST',
  path: `${path}/keys/{kind}/renew`,
  summary: 'Renovar una clave',
  body: z.strictObject({ overlapHours: z.literal([0, 24, 72, 168]) }),
  secret: true,
  answers: { 201: z.strictObject({ token: z.string(), key: apiKey }) },
  refusals: ['StepUpRequired', 'KeyRotationInProgress'],
})

/** Ends a key at once. */
export const keyRevoke = endpoint({
  name: 'keyRevoke',
  method: 'DELETE',
  path: `${path}/keys/{keyId}`,
  summary: 'Revocar una clave ya',
  answers: { 204: null },
  refusals: ['StepUpRequired', 'KeyEnded'],
})
