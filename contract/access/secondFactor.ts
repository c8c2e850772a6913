import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { oneTimeCode, webBytes } from './factorProof.ts'
import { everyone, personal, withoutSession } from '../platform/policy.ts'
import { hexId, instant, typedText } from '../platform/values.ts'

/** The second factor beside the password: an authenticator app, passkeys, and recovery codes for when both are lost. */
const path = '/v2/me/second-factor'

export const passkey = z.strictObject({ id: hexId, name: z.string(), created: instant, lastUsed: z.nullable(instant) })
export type Passkey = z.output<typeof passkey>

export const secondFactor = endpoint({
  name: 'secondFactor',
  method: 'GET',
  path,
  summary: 'Mi segundo factor',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  answers: {
    200: z.strictObject({
      /** Since when codes of an authenticator app are asked for. */
      authenticator: z.nullable(instant),
      passkeys: z.array(passkey),
      recoveryCodesLeft: z.int(),
      /** This person must have a second factor. */
      required: z.boolean(),
    }),
  },
  refusals: [],
})

/** Starts the setup of an authenticator app: its secret, returned once. No code is asked for until the first one confirms it. */
export const authenticatorStart = endpoint({
  name: 'authenticatorStart',
  method: 'POST',
  path: `${path}/authenticator`,
  summary: 'Empezar con una aplicación de códigos',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed', credentialPause: 'deniedForPerson' },
  neverStore: true,
  answers: { 201: z.strictObject({ secret: z.string(), uri: z.string() }) },
  refusals: ['StepUpRequired'],
})

/** Recovery codes are returned with the first factor only, and once. */
export const authenticatorConfirm = endpoint({
  name: 'authenticatorConfirm',
  method: 'POST',
  path: `${path}/authenticator/confirm`,
  summary: 'Confirmar la aplicación con su primer código',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed', credentialPause: 'deniedForPerson' },
  neverStore: true,
  body: z.strictObject({ code: oneTimeCode }),
  answers: { 200: z.strictObject({ recoveryCodes: z.array(z.string()) }) },
  refusals: ['StepUpRequired'],
})

export const authenticatorRemove = endpoint({
  name: 'authenticatorRemove',
  method: 'DELETE',
  path: `${path}/authenticator`,
  summary: 'Quitar la aplicación de códigos',
  policy: { ...personal, roles: everyone, right: null, credentialPause: 'deniedForPerson' },
  answers: { 204: null },
  refusals: ['StepUpRequired', 'SecondFactorNeeded'],
})

export const passkeyStart = endpoint({
  name: 'passkeyStart',
  method: 'POST',
  path: `${path}/passkeys/start`,
  summary: 'Empezar a crear una clave de acceso',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed', credentialPause: 'deniedForPerson' },
  neverStore: true,
  answers: {
    200: z.strictObject({
      challenge: z.string(),
      /** The WebAuthn user handle: bytes, base64url. */
      userHandle: z.string(),
      userName: z.string(),
      displayName: z.string(),
      /** Credential ids of their present passkeys. */
      exclude: z.array(z.string()),
    }),
  },
  refusals: ['StepUpRequired'],
})

export const passkeyAdd = endpoint({
  name: 'passkeyAdd',
  method: 'POST',
  path: `${path}/passkeys`,
  summary: 'Guardar una clave de acceso nueva',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed', credentialPause: 'deniedForPerson' },
  neverStore: true,
  body: z.strictObject({
    name: typedText(60),
    credentialId: webBytes(1364),
    publicKey: webBytes(2048),
    algorithm: z.int(),
    authenticatorData: webBytes(4096),
    clientData: webBytes(4096),
  }),
  answers: { 201: z.strictObject({ passkey, recoveryCodes: z.array(z.string()) }) },
  refusals: ['StepUpRequired', 'PasskeyNotAccepted'],
})

export const passkeyRemove = endpoint({
  name: 'passkeyRemove',
  method: 'DELETE',
  path: `${path}/passkeys/{passkeyId}`,
  summary: 'Quitar una clave de acceso',
  policy: { ...personal, roles: everyone, right: null, credentialPause: 'deniedForPerson' },
  answers: { 204: null },
  refusals: ['StepUpRequired', 'SecondFactorNeeded'],
})

/** New recovery codes, returned once; earlier ones become invalid. */
export const recoveryCodesRenew = endpoint({
  name: 'recoveryCodesRenew',
  method: 'POST',
  path: `${path}/recovery-codes`,
  summary: 'Hacer códigos de recuperación nuevos',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed', credentialPause: 'deniedForPerson' },
  neverStore: true,
  answers: { 201: z.strictObject({ recoveryCodes: z.array(z.string()) }) },
  refusals: ['StepUpRequired', 'SecondFactorNeeded'],
})

/** A challenge for a passkey, valid for five minutes and once. It identifies nobody. */
export const passkeyChallenge = endpoint({
  name: 'passkeyChallenge',
  method: 'POST',
  path: '/v2/passkey-challenge',
  summary: 'Pedir un reto para una clave de acceso',
  policy: { ...withoutSession, bearer: 'none' },
  answers: { 200: z.strictObject({ challenge: z.string() }) },
  refusals: [],
})
