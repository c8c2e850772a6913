import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, personal, withoutSession } from '../platform/policy.ts'
import { emailText, hexId, instant } from '../platform/values.ts'

/** Asks for another e-mail to sign in with: the old one stays good until the new one is confirmed from its own mail. */
export const emailChangeStart = endpoint({
  name: 'emailChangeStart',
  method: 'POST',
  path: '/v2/change-email',
  summary: 'Pedir el cambio de mi correo',
  policy: { ...personal, roles: everyone, right: null, credentialPause: 'denied' },
  providerApi: true,
  body: z.strictObject({
    email: emailText.check(z.minLength(3)),
    password: z.string().check(z.minLength(1), z.maxLength(512)),
  }),
  // The same answer whether the address is free or somebody else's. StepUpRequired: for whoever has a second factor.
  answers: { 204: null },
  refusals: ['StepUpRequired'],
})

export const emailChangeCancel = endpoint({
  name: 'emailChangeCancel',
  method: 'DELETE',
  path: '/v2/change-email',
  summary: 'Retirar el cambio de correo que he pedido',
  policy: { ...personal, roles: everyone, right: null },
  answers: { 204: null },
  refusals: [],
})

/** By whoever asked for it, signed in, with the link from the new address. */
export const emailChangeValidate = endpoint({
  name: 'emailChangeValidate',
  method: 'POST',
  path: '/v2/{uuid}/validate-change-email',
  summary: 'Confirmar el correo nuevo',
  policy: { ...personal, roles: everyone, right: null, credentialPause: 'denied' },
  providerApi: true,
  query: z.strictObject({ token: z.string().check(z.maxLength(128)) }),
  answers: { 200: z.strictObject({ email: z.string(), endedSessions: z.int() }) },
  refusals: ['LinkReplaced'],
})

/** What the letter to the old address announces, in masked words, without a session. */
export const emailChangeView = endpoint({
  name: 'emailChangeView',
  method: 'POST',
  path: '/v2/email-changes/view',
  summary: 'El cambio de correo que un aviso anuncia',
  policy: { ...withoutSession, bearer: 'none' },
  body: z.strictObject({ changeId: hexId, token: z.string().check(z.maxLength(128)) }),
  answers: {
    200: z.strictObject({
      from: z.string(),
      to: z.string(),
      requestedAt: instant,
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      state: z.enum(['pending', 'done', 'cancelled', 'stopped']),
    }),
  },
  refusals: ['LinkReplaced'],
})

/** "No he sido yo": the old address stays or comes back, everybody is signed out and the password no longer opens. */
export const emailChangeStop = endpoint({
  name: 'emailChangeStop',
  method: 'POST',
  path: '/v2/email-changes/stop',
  summary: 'Detener un cambio de correo desde el aviso',
  policy: { ...withoutSession, bearer: 'none' },
  body: z.strictObject({ changeId: hexId, token: z.string().check(z.maxLength(128)) }),
  answers: { 204: null },
  refusals: ['LinkReplaced'],
})
