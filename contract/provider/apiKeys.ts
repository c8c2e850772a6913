import { z } from 'zod/mini'
import { openScopes, providerScopes } from '#domain/provider/providerScopes'
import { hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

/** Keys with which the provider's own systems call its API. */
const path = '/console/v1/api-keys'
const admins = { roles: ['admin'], secondPerson: 'never' } as const

const scope = z.enum(providerScopes)

export const providerKeyView = z.strictObject({
  id: hexId,
  name: z.string(),
  lastFour: z.string(),
  scopes: z.array(scope),
  /** From where it is accepted, as 10.0.0.0/8; none: from everywhere. */
  networks: z.array(z.string()),
  createdAt: instant,
  createdBy: z.string(),
  /** To the minute; null: never used. */
  lastUsedAt: z.nullable(instant),
  /** The network of that call, without the host. */
  lastUsedFrom: z.nullable(z.string()),
  revokedAt: z.nullable(instant),
})
export type ProviderKeyView = z.output<typeof providerKeyView>

/** Those in use first, then the revoked ones, the newest first. */
export const providerKeyList = consoleCall({
  name: 'providerKeyList',
  method: 'GET',
  path,
  summary: 'Ver las claves de la API del proveedor',
  policy: admins,
  answers: { 200: z.strictObject({ results: z.array(providerKeyView) }) },
  refusals: [],
})

/** The whole key is shown in this answer alone. `money:write` is given afterwards, by {@link providerKeyAllowMoney}. Refuses with ApiValidationException what is no network. */
export const providerKeyCreate = consoleCall({
  name: 'providerKeyCreate',
  method: 'POST',
  path,
  summary: 'Crear una clave de la API del proveedor',
  policy: admins,
  body: z.strictObject({
    name: typedText(60).check(z.minLength(1)),
    scopes: z.array(z.enum(openScopes)).check(z.minLength(1), z.maxLength(openScopes.length)),
    networks: z.array(z.string().check(z.maxLength(43))).check(z.maxLength(20)),
  }),
  answers: { 201: z.strictObject({ token: z.string(), key: providerKeyView }) },
  refusals: [],
  neverStore: true,
})

/** Lets a key mark transfers as executed or returned, once a second person has confirmed it. */
export const providerKeyAllowMoney = consoleCall({
  name: 'providerKeyAllowMoney',
  method: 'POST',
  path: `${path}/{keyId}/allow-money`,
  summary: 'Permitir a una clave anotar transferencias',
  policy: { roles: ['admin'], secondPerson: 'configured', confirmedBy: ['finance'] },
  answers: { 200: providerKeyView },
  refusals: [],
})

/** It is refused from the next call on. */
export const providerKeyRevoke = consoleCall({
  name: 'providerKeyRevoke',
  method: 'POST',
  path: `${path}/{keyId}/revoke`,
  summary: 'Revocar una clave de la API del proveedor',
  policy: admins,
  answers: { 200: providerKeyView },
  refusals: [],
})
