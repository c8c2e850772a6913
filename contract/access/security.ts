import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { oneTimeCode, passkeyAnswer } from './factorProof.ts'
import { everyone, personal } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** A signed-in browser of the caller. */
export const openSession = z.strictObject({
  id: hexId,
  /** The current one. */
  present: z.boolean(),
  /** Names that people know; null when unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The network part of its IP address, `83.45.12.•`, from which no place can be derived. */
  network: z.nullable(z.string()),
  /** From the same network as the current one. */
  sameNetwork: z.boolean(),
  created: instant,
  /** When its user was last active. */
  active: instant,
})
export type OpenSession = z.output<typeof openSession>

export const meSessionList = endpoint({
  name: 'meSessionList',
  method: 'GET',
  path: '/v2/me/sessions',
  summary: 'Mis sesiones abiertas',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  answers: { 200: z.array(openSession) },
  refusals: [],
})

/** Ends one of the caller's own sessions; its tokens become invalid within a second. */
export const meSessionEnd = endpoint({
  name: 'meSessionEnd',
  method: 'DELETE',
  path: '/v2/me/sessions/{sessionId}',
  summary: 'Cerrar una de mis sesiones',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  answers: { 204: null },
  refusals: [],
})

/** Ends all of the caller's sessions but the current one. */
export const meSessionEndOthers = endpoint({
  name: 'meSessionEndOthers',
  method: 'DELETE',
  path: '/v2/me/sessions',
  summary: 'Cerrar mis demás sesiones',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  answers: { 200: z.strictObject({ endedSessions: z.int() }) },
  refusals: [],
})

/** A browser from which the caller has signed in before: no mailed code is asked for there, and wrong passwords from elsewhere do not lock it out. */
export const knownDevice = z.strictObject({
  id: hexId,
  /** The current one. */
  present: z.boolean(),
  /** Names that people know; null when unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created: instant,
  /** The latest sign-in from it. */
  lastUsed: instant,
})

export const meDeviceList = endpoint({
  name: 'meDeviceList',
  method: 'GET',
  path: '/v2/me/devices',
  summary: 'Mis dispositivos conocidos',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  answers: { 200: z.array(knownDevice) },
  refusals: [],
})

export const meDeviceForget = endpoint({
  name: 'meDeviceForget',
  method: 'DELETE',
  path: '/v2/me/devices/{deviceId}',
  summary: 'Olvidar uno de mis dispositivos',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  answers: { 204: null },
  refusals: [],
})

/** Forgets all of them, also the current one. */
export const meDeviceForgetAll = endpoint({
  name: 'meDeviceForgetAll',
  method: 'DELETE',
  path: '/v2/me/devices',
  summary: 'Olvidar todos mis dispositivos',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  answers: { 200: z.strictObject({ forgotten: z.int() }) },
  refusals: [],
})

/** Step-up by one of the three: valid for five minutes for calls that move money or change credentials. A person with a second factor must use it. */
export const meStepUp = endpoint({
  name: 'meStepUp',
  method: 'POST',
  path: '/v2/me/step-up',
  summary: 'Confirmar que soy yo',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  body: z.strictObject({
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
    code: z.optional(oneTimeCode),
    passkey: z.optional(passkeyAnswer),
  }),
  answers: { 204: null },
  refusals: ['PasskeyNotAccepted'],
})
