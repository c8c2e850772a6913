import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, personal, withoutSession } from '../platform/policy.ts'
import { emailText, hexId, instant } from '../platform/values.ts'

/** Requests another sign-in e-mail: the old one stays valid until the new one is confirmed by a mailed link. */
export const emailChangeStart = endpoint({
  name: 'emailChangeStart',
  method: 'POST',
  path: '/v2/change-email',
  summary: 'Pedir el cambio de mi correo',
  policy: { ...personal, roles: everyone, right: null, credentialPause: 'deniedForPerson' },
  providerApi: true,
  body: z.strictObject({
    email: emailText.check(z.minLength(3)),
    password: z.string().check(z.minLength(1), z.maxLength(512)),
  }),
  // The same answer whether the address is free or taken. StepUpRequired: for a person with a second factor.
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

/** By the person who requested it, signed in, with the link mailed to the new address. */
export const emailChangeValidate = endpoint({
  name: 'emailChangeValidate',
  method: 'POST',
  path: '/v2/{uuid}/validate-change-email',
  summary: 'Confirmar el correo nuevo',
  policy: { ...personal, roles: everyone, right: null, credentialPause: 'deniedForPerson' },
  providerApi: true,
  query: z.strictObject({ token: z.string().check(z.maxLength(128)) }),
  answers: { 200: z.strictObject({ email: z.string(), endedSessions: z.int() }) },
  refusals: ['LinkReplaced'],
})

/** The change that the e-mail to the old address announces, masked, without a session. */
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

/** "No he sido yo": the old address stays or is restored, all sessions end and the password is invalidated. */
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
