import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { admins, everyone, ofAccount, withoutSession } from '../platform/policy.ts'
import { codeText, hexId, instant, plain, typedText } from '../platform/values.ts'

/** Shared tills: a device that an admin opens for a shop, and a PIN for each person at it. */
const path = '/v2/tills'

export const till = z.strictObject({
  id: hexId,
  name: z.string(),
  merchant: z.strictObject({ id: hexId, name: z.string() }),
  /** `waiting`: for its device. `lapsed`: no device entered the code in time. */
  state: z.enum(['waiting', 'lapsed', 'open', 'closed']),
  openedBy: z.nullable(z.string()),
  openedAt: instant,
  /** People with a PIN on it. */
  people: z.int(),
  lastUsedBy: z.nullable(z.string()),
  lastUsedAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  /** By somebody of the account, on the device itself, or by five wrong PINs. */
  closedWhy: z.nullable(z.enum(['person', 'device', 'pins'])),
})
export type Till = z.output<typeof till>

/** The account's tills in shops that the caller may enter: open ones, and those closed in the last thirty days. */
export const tillList = endpoint({
  name: 'tillList',
  method: 'GET',
  path,
  summary: 'Cajas compartidas',
  policy: { ...ofAccount, roles: admins, right: 'team' },
  answers: { 200: z.array(till) },
  refusals: [],
})

/** The code is shown only in this answer, valid once and for ten minutes. */
export const tillOpen = endpoint({
  name: 'tillOpen',
  method: 'POST',
  path,
  summary: 'Abrir una caja compartida',
  policy: { ...ofAccount, roles: admins, right: 'team', credentialPause: 'denied' },
  body: z.strictObject({ merchantId: hexId, name: typedText(40).check(z.minLength(1)) }),
  answers: { 201: z.strictObject({ till, code: z.string(), expiresAt: instant }) },
  refusals: ['StepUpRequired'],
  secret: true,
})

/** Takes effect at once and ends the session at the till. */
export const tillClose = endpoint({
  name: 'tillClose',
  method: 'DELETE',
  path: `${path}/{tillId}`,
  summary: 'Cerrar una caja compartida',
  policy: { ...ofAccount, roles: admins, right: 'team' },
  answers: { 200: till },
  refusals: [],
})

/** What a till shows while it is locked. People are those with a PIN here who may enter the shop now. */
export const tillFace = z.strictObject({
  name: z.string(),
  merchant: z.strictObject({ id: hexId, name: z.string() }),
  people: z.array(z.strictObject({ id: hexId, name: z.string() })),
})
export type TillFace = z.output<typeof tillFace>

/** On the device: its till, by its cookie. */
export const tillView = endpoint({
  name: 'tillView',
  method: 'GET',
  path: '/v2/till',
  summary: 'La caja de este dispositivo',
  policy: { ...withoutSession, bearer: 'ignored' },
  answers: { 200: tillFace },
  refusals: ['TillClosed'],
})

/** On the device: turns it into the till of the code. */
export const tillEnter = endpoint({
  name: 'tillEnter',
  method: 'POST',
  path: '/v2/till',
  summary: 'Convertir este dispositivo en una caja',
  policy: { ...withoutSession, bearer: 'ignored' },
  body: z.strictObject({ code: plain(40).check(z.minLength(1)) }),
  answers: { 200: tillFace },
  refusals: ['CodeWrong'],
})

/** On the device: removes the till from it. */
export const tillLeave = endpoint({
  name: 'tillLeave',
  method: 'DELETE',
  path: '/v2/till',
  summary: 'Quitar la caja de este dispositivo',
  policy: { ...withoutSession, bearer: 'ignored' },
  answers: { 204: null },
  refusals: [],
})

/** On the device, after step-up: sets the PIN here and ends the session. */
export const tillPin = endpoint({
  name: 'tillPin',
  method: 'POST',
  path: '/v2/till/pin',
  summary: 'Elegir mi PIN en esta caja',
  policy: { ...ofAccount, roles: everyone, right: null, credentialPause: 'denied' },
  body: z.strictObject({ pin: codeText(16) }),
  answers: { 204: null },
  refusals: ['StepUpRequired', 'TillClosed'],
  neverStore: true,
})

/**
 * On the device: a session of one's own that ends after a minute without activity. `start`: the first page. `missed`: wrong PINs for this
 * person, by anybody, since their last entry.
 */
export const tillUnlock = endpoint({
  name: 'tillUnlock',
  method: 'POST',
  path: '/v2/till/session',
  summary: 'Entrar en la caja con mi PIN',
  policy: { ...withoutSession, bearer: 'ignored' },
  body: z.strictObject({ userId: hexId, pin: codeText(16) }),
  answers: {
    200: z.strictObject({
      accessToken: z.string(),
      refreshToken: z.string(),
      expiresIn: z.int(),
      idleSeconds: z.int(),
      start: z.enum(['counter', 'list']),
      missed: z.int(),
    }),
  },
  refusals: ['PinWrong', 'TillClosed'],
})
