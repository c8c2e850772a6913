import type { z } from 'zod/mini'
import type { RefusalType } from './errors.ts'
import type { Policy } from './policy.ts'

export type Schema = z.ZodMiniType
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One call of the API, as data: from it come the typed client, the route, the OpenAPI document, the policy and
 * the matrix tests. Shapes are camelCase here and snake_case on the wire.
 */
export type Endpoint = {
  /** The name under which it is exported: its key in `api`. */
  name: string
  method: Method
  /** Path with `{params}`; `{merchantId}` puts the call inside one merchant and one mode. */
  path: string
  summary: string
  /** Who may make it, and when. */
  policy: Policy
  query?: z.ZodMiniObject
  body?: z.ZodMiniObject
  /** One file beside the body's fields, in a multipart form; at most this many bytes. */
  file?: { name: string; mostBytes: number }
  /** Success statuses and their bodies; `null` is an empty body, `'file'` a download. */
  answers: Partial<Record<200 | 201 | 204, Schema | null | 'file'>>
  /** What it may refuse beyond what every call may (`everyCallRefuses`). */
  refusals: readonly RefusalType[]
  /** Also a call of a provider's own API, for which the web app can be a face; whatever else our server does is not offered then. */
  providerApi?: true
  /** Read by background polling: never counts as the user's activity. */
  background?: boolean
  /** It may wait before it answers, and holds no connection of the database meanwhile. */
  longPoll?: boolean
  /** A money call: an identical repeat without a key by the same session within 5 s is a replay, and its answer says so (`Replayed`). */
  money?: boolean
  /** Its successful answer may be kept by anybody for so long, and holds nothing of a person. */
  cacheSeconds?: number
  /** Its answer holds a secret that is shown once: for a repeat it is kept sealed, so that the database never holds it in clear. */
  secret?: boolean
  /** Its question or its answer holds a secret: said this once, never kept for a repeat. */
  neverStore?: boolean
}

/** Refusals that any call may answer, so that no endpoint repeats them. */
export const commonErrors = [
  'ApiValidationException',
  'UnauthorizedException',
  'InvalidToken',
  'TokenExpired',
  'NotAuthenticated',
  'PermissionDenied',
  'ViewOnly',
  'ViewEnded',
  'AccountDisabled',
  'CredentialsPaused',
  'ObjectNotFoundException',
  'MethodNotAllowed',
  'IdempotencyInFlight',
  'IdempotencyKeyReused',
  'RequestClosed',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'UnknownField',
  'TooManyRequests',
  'InternalError',
  'Maintenance',
] as const satisfies readonly RefusalType[]

/** Declares a call and keeps its exact types. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

export type PathParams<E extends { path: string }> = { [N in Names<E['path']>]: string }
export type QueryOf<E extends object> = E extends { query: infer Q extends Schema } ? z.output<Q> : Record<never, never>
export type QueryInput<E extends Endpoint> = E extends { query: infer Q extends Schema } ? z.input<Q> : Record<never, never>
export type BodyOf<E extends object> = E extends { body: infer B extends Schema } ? z.output<B> : undefined
export type BodyInput<E extends Endpoint> = E extends { body: infer B extends Schema } ? z.input<B> : undefined

/**
 * What a money call's answer holds besides when nothing was done, because an equal call without an idempotency key had been done within the last 5 s.
 * What is meant twice is sent with a key of its own, or differs in a field such as the reference.
 */
type Replayed = { replayed?: true }

type AnswerShape<A> = A extends Schema ? z.output<A> : A extends 'file' ? Blob : undefined
/** The body of a successful answer as the client reads it. */
export type AnswerOf<E extends { answers: object; money?: boolean }> = E extends { money: true }
  ? MoneyAnswer<AnswerShape<E['answers'][keyof E['answers']]>>
  : AnswerShape<E['answers'][keyof E['answers']]>
type MoneyAnswer<A> = A extends undefined ? A : A & Replayed
