import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, personal } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** Continuing on the same page on another device of one's own. */
const path = '/v2/me/continuations'

/** A path of the panel with its query, on this host only. */
const address = z.string().check(z.maxLength(2048), z.regex(/^\/(?![/\\])[^\s\u0000-\u001f\\]*$/))

/**
 * Unsent input, as the panel stores it in a tab: shop, mode and name of each draft, and its JSON. Encrypted with the token's own secret
 * until it is taken, so that the database alone does not reveal it.
 */
const drafts = z.array(
  z.strictObject({
    merchantId: z.nullable(hexId),
    mode: z.enum(['live', 'sandbox']),
    name: z.string().check(z.regex(/^[\w:.-]{1,120}$/)),
    value: z.string().check(z.maxLength(60_000)),
  }),
)

/**
 * Creates a token for the page shown; the previous one becomes invalid. It is valid for five minutes, no longer than the session that
 * created it, and once.
 */
export const continuationCreate = endpoint({
  name: 'continuationCreate',
  method: 'POST',
  path,
  summary: 'Seguir en el móvil: crear el código',
  policy: { ...personal, roles: everyone, right: null },
  neverStore: true,
  body: z.strictObject({ path: address, drafts: drafts.check(z.maxLength(20)) }),
  answers: { 201: z.strictObject({ id: hexId, token: z.string(), expiresAt: instant }) },
  refusals: [],
})

/** Returns page and drafts to the same person, signed in there on their own: the token grants no session and no step-up. */
export const continuationTake = endpoint({
  name: 'continuationTake',
  method: 'POST',
  path: `${path}/take`,
  summary: 'Seguir en el móvil: usar el código',
  policy: { ...personal, roles: everyone, right: null },
  neverStore: true,
  body: z.strictObject({ id: hexId, token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  answers: { 200: z.strictObject({ path: z.string(), userId: hexId, drafts }) },
  refusals: ['LinkReplaced'],
})
