import { callsOf, type CallsOf } from './platform/callsOf.ts'
import * as declarations from './declarations.ts'
import type { Endpoint } from './platform/endpoint.ts'

/** The whole API by name. */
export type Api = CallsOf<typeof declarations, Endpoint>
export type CallName = keyof Api
export const api = callsOf(declarations) as Api // the same rule for types and values

/** Any call, without its exact types. */
export type NamedCall = Endpoint & { name: CallName }
export const calls: readonly NamedCall[] = Object.values(api)

/** Calls that a shop's private key may make through the shops' API, so that the rules of money exist once. */
export type KeyVerb = { [Name in CallName]: Api[Name]['policy'] extends { apiKey: 'allowed' } ? Name : never }[CallName]
