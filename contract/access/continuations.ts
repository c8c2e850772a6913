import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, personal } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** Going on with the same page on another device of one's own. */
const path = '/v2/me/continuations'

/** A path of the panel with its query; nothing of another host. */
const address = z.string().check(z.maxLength(2048), z.regex(/^\/(?![/\\])[^\s\u0000-\u001f\\]*$/))

/**
 * What was typed and not sent, as the panel keeps it in a tab: shop, mode and name of each draft, and its JSON. Closed with the code's own secret
 * until it is taken; who reads the database cannot read it.
 */
const drafts = z.array(
  z.strictObject({
    merchantId: z.nullable(hexId),
    mode: z.enum(['live', 'sandbox']),
    name: z.string().check(z.regex(/^[\w:.-]{1,120}$/)),
    value: z.string().check(z.maxLength(60_000)),
  }),
)

/** Makes a code for the page that is shown; the one before dies. It lasts five minutes, as long as the session that made it, and once. */
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

/** Takes page and drafts, by the same person, signed in there on their own: no session comes with the code, and no fresh password. */
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
