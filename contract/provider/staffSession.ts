import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { oneTimeCode } from '../access/factorProof.ts'
import { emailText, hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

// How staff get into the console: sign-in, links of invitations, own sessions and password.
const nobody = { roles: 'public' } as const
const everybody = { roles: staffRoles, secondPerson: 'never' } as const
/** Validated by `domain/access/password.ts`, which has a message for each problem; here only a limit on size. */
const password = z.string().check(z.minLength(1), z.maxLength(512))
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const name = typedText(80)
/** Shown once. */
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

/**
 * What the sign-in page shows. `needsSetup`: there is no staff yet; the link of the first person is printed by the server. `openid`: the provider's own
 * identity provider, null without one.
 */
export const consoleSignInOptions = consoleCall({
  name: 'consoleSignInOptions',
  method: 'GET',
  path: '/console/v1/session/options',
  summary: 'Ver cómo se entra en la consola',
  policy: nobody,
  answers: { 200: z.strictObject({ needsSetup: z.boolean(), openid: z.nullable(z.strictObject({ name: z.string() })) }) },
  refusals: [],
})

/** With password and code; sets the session's cookie. Without a code: SecondFactorRequired, when the password was right. */
export const staffSignIn = consoleCall({
  name: 'staffSignIn',
  method: 'POST',
  path: '/console/v1/session',
  summary: 'Entrar en la consola',
  policy: nobody,
  body: z.strictObject({
    email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
    password,
    code: z.optional(oneTimeCode),
  }),
  answers: { 204: null },
  refusals: ['UnauthorizedException', 'SecondFactorRequired'],
  neverStore: true,
})

export const staffSignOut = consoleCall({
  name: 'staffSignOut',
  method: 'DELETE',
  path: '/console/v1/session',
  summary: 'Salir de la consola',
  policy: everybody,
  answers: { 204: null },
  refusals: [],
})

/**
 * What a link is for, without using it: `/console/setup?token=…` of the first person, `/console/invitation?token=…` of all others. `secret` and
 * `issuer`: for the authenticator app's QR code (`keyUri` of domain/access/totp.ts). `email` is null for the first person, who types it. Refuses with
 * InvalidToken.
 */
export const staffLinkOpen = consoleCall({
  name: 'staffLinkOpen',
  method: 'POST',
  path: '/console/v1/links/open',
  summary: 'Abrir un enlace de acceso a la consola',
  policy: nobody,
  body: z.strictObject({ token }),
  answers: {
    200: z.strictObject({
      purpose: z.enum(['setup', 'invitation', 'reset']),
      email: z.nullable(z.string()),
      firstName: z.string(),
      lastName: z.string(),
      roles: z.array(z.enum(staffRoles)),
      expiresAt: instant,
      secret: z.string(),
      issuer: z.string(),
    }),
  },
  refusals: ['InvalidToken'],
  neverStore: true,
})

/**
 * Sets name, password and authenticator with a link, once, and signs in. `email`: for the first person only. A wrong field leaves the link valid.
 * Refuses with InvalidToken, or ApiValidationException by field.
 */
export const staffLinkUse = consoleCall({
  name: 'staffLinkUse',
  method: 'POST',
  path: '/console/v1/links/use',
  summary: 'Crear el acceso a la consola',
  policy: nobody,
  body: z.strictObject({
    token,
    email: z.optional(emailText),
    firstName: name,
    lastName: name,
    newPassword1: password,
    newPassword2: password,
    code: oneTimeCode,
  }),
  answers: { 200: recoveryCodes },
  refusals: ['InvalidToken'],
  neverStore: true,
})

/** One's own open sessions, the present one first. */
export const staffSessionList = consoleCall({
  name: 'staffSessionList',
  method: 'GET',
  path: '/console/v1/me/sessions',
  summary: 'Mis sesiones abiertas en la consola',
  policy: everybody,
  answers: {
    200: z.array(
      z.strictObject({
        id: hexId,
        present: z.boolean(),
        browser: z.nullable(z.string()),
        system: z.nullable(z.string()),
        network: z.nullable(z.string()),
        created: instant,
        active: instant,
      }),
    ),
  },
  refusals: [],
})

/** Ends one of one's own sessions, also the present one. */
export const staffSessionEnd = consoleCall({
  name: 'staffSessionEnd',
  method: 'DELETE',
  path: '/console/v1/me/sessions/{sessionId}',
  summary: 'Cerrar una sesión de la consola',
  policy: everybody,
  answers: { 204: null },
  refusals: [],
})

/** Needs the old password and a code; the other sessions end. */
export const staffPasswordChange = consoleCall({
  name: 'staffPasswordChange',
  method: 'POST',
  path: '/console/v1/me/password',
  summary: 'Cambiar la contraseña de la consola',
  policy: everybody,
  body: z.strictObject({ oldPassword: password, newPassword1: password, newPassword2: password, code: oneTimeCode }),
  answers: { 200: z.strictObject({ endedSessions: z.int() }) },
  refusals: [],
  neverStore: true,
})

/** New recovery codes in place of the earlier ones; needs a code. */
export const staffRecoveryCodesRenew = consoleCall({
  name: 'staffRecoveryCodesRenew',
  method: 'POST',
  path: '/console/v1/me/recovery-codes',
  summary: 'Crear códigos de recuperación de la consola',
  policy: everybody,
  body: z.strictObject({ code: oneTimeCode }),
  answers: { 200: recoveryCodes },
  refusals: [],
  neverStore: true,
})

/** Begins a sign-in with the provider's own identity provider: the page goes to `url`, and comes back to `/console/openid?…`. */
export const staffOpenidStart = consoleCall({
  name: 'staffOpenidStart',
  method: 'POST',
  path: '/console/v1/session/openid/start',
  summary: 'Empezar a entrar con la cuenta de la empresa',
  policy: nobody,
  answers: { 200: z.strictObject({ url: z.string() }) },
  refusals: ['UnauthorizedException'],
  neverStore: true,
})

/** Ends it, from the page `/console/openid`, with its query as it came; sets the session's cookie. PermissionDenied: the person has no role there. */
export const staffOpenidFinish = consoleCall({
  name: 'staffOpenidFinish',
  method: 'POST',
  path: '/console/v1/session/openid/finish',
  summary: 'Entrar con la cuenta de la empresa',
  policy: nobody,
  body: z.strictObject({ response: z.string().check(z.minLength(1), z.maxLength(8_000)) }),
  answers: { 204: null },
  refusals: ['UnauthorizedException'],
  neverStore: true,
})
