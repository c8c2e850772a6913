import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { oneTimeCode, passkeyAnswer } from './factorProof.ts'
import { everyone, personal, withoutSession } from '../platform/policy.ts'
import { hexId } from '../platform/values.ts'

const email = z.string().check(z.trim(), z.minLength(3), z.maxLength(254))
/** Validated by `domain/access/password.ts`, which has a message for each problem; here only a limit on size. */
const password = z.string().check(z.minLength(1), z.maxLength(512))
const oneTimeToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Both tokens of a session; the access token lives `expiresIn` seconds, the refresh token until it is used or the session ends. */
export const tokenPair = z.strictObject({ accessToken: z.string(), refreshToken: z.string(), expiresIn: z.int(), idleSeconds: z.int() })

export const sessionSignIn = endpoint({
  name: 'sessionSignIn',
  method: 'POST',
  path: '/v2/token',
  summary: 'Iniciar sesión',
  policy: { ...withoutSession, bearer: 'none' },
  body: z.strictObject({ email, password, code: z.optional(oneTimeCode) }),
  answers: { 200: tokenPair },
  // SecondFactorRequired: the password was right; `fields` lists the possible factors: authenticator, recovery, passkey, device.
  refusals: ['TooManyRequests', 'UnauthorizedException', 'SecondFactorRequired'],
})

/** With a passkey alone, without address and password. */
export const sessionPasskeySignIn = endpoint({
  name: 'sessionPasskeySignIn',
  method: 'POST',
  path: '/v2/token/passkey',
  summary: 'Iniciar sesión con una clave de acceso',
  policy: { ...withoutSession, bearer: 'none' },
  body: z.strictObject({ passkey: passkeyAnswer }),
  answers: { 200: tokenPair },
  refusals: ['TooManyRequests', 'PasskeyNotAccepted'],
})

export const sessionRefresh = endpoint({
  name: 'sessionRefresh',
  method: 'POST',
  path: '/v2/token/refresh',
  summary: 'Renovar la sesión (el token de renovación va como bearer)',
  policy: { ...withoutSession, bearer: 'session' },
  answers: { 200: tokenPair },
  refusals: [],
})

export const sessionSignOut = endpoint({
  name: 'sessionSignOut',
  method: 'POST',
  path: '/v2/signout',
  summary: 'Cerrar la sesión',
  policy: { ...withoutSession, bearer: 'session' },
  answers: { 204: null },
  refusals: [],
})

/** A member of the provider's staff opens a merchant's panel with a link of the console, once: read only, until `endsAt`. */
export const staffViewOpen = endpoint({
  name: 'staffViewOpen',
  method: 'POST',
  path: '/v2/token/provider',
  summary: 'El proveedor mira el panel como la tienda',
  policy: { ...withoutSession, bearer: 'none' },
  neverStore: true,
  body: z.strictObject({ id: hexId, token: oneTimeToken }),
  answers: { 200: tokenPair },
  refusals: ['LinkReplaced'],
})

/** User activity: restarts the idle time. Every call except background ones does so too. */
export const sessionActivity = endpoint({
  name: 'sessionActivity',
  method: 'POST',
  path: '/v2/me/activity',
  summary: 'La persona sigue ahí',
  policy: { ...personal, roles: everyone, right: null, sharedTill: 'allowed', withoutFactor: 'allowed', whileViewing: 'allowed' },
  answers: { 204: null },
  refusals: [],
})

/** Gives the same answer, in the same time, whether the address is known or not. */
export const passwordForgotten = endpoint({
  name: 'passwordForgotten',
  method: 'POST',
  path: '/v2/password-reset',
  summary: 'Pedir un enlace para una contraseña nueva',
  policy: { ...withoutSession, bearer: 'none' },
  body: z.strictObject({ email }),
  answers: { 204: null },
  refusals: ['TooManyRequests'],
})

export const passwordReset = endpoint({
  name: 'passwordReset',
  method: 'POST',
  path: '/v2/{uuid}/new-password',
  summary: 'Poner una contraseña nueva con el enlace recibido',
  policy: { ...withoutSession, bearer: 'none', credentialPause: 'deniedForPerson' },
  body: z.strictObject({ token: oneTimeToken, newPassword1: password, newPassword2: password }),
  answers: { 204: null },
  refusals: ['InvalidToken'],
})

export const passwordChange = endpoint({
  name: 'passwordChange',
  method: 'PATCH',
  path: '/v2/change-password',
  summary: 'Cambiar la contraseña; cierra las demás sesiones',
  policy: { ...personal, roles: everyone, right: 'password', withoutFactor: 'allowed', credentialPause: 'deniedForPerson' },
  providerApi: true,
  body: z.strictObject({ oldPassword: password, newPassword1: password, newPassword2: password }),
  answers: { 200: z.strictObject({ endedSessions: z.int() }) },
  // StepUpRequired: for a person with a second factor.
  refusals: ['TooManyRequests', 'StepUpRequired'],
})
