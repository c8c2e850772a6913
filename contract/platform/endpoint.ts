import type { z } from 'zod/mini'
import type { RefusalType } from './errors.ts'
import type { Policy } from './policy.ts'

export type Schema = z.ZodMiniType
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One call of the API, as data: the typed client, the route, the OpenAPI document, the policy and the matrix tests are derived from it. Schemas are
 * camelCase here and snake_case on the wire.
 */
export type Endpoint = {
  /** The name under which it is exported: its key in `api`. */
  name: string
  method: Method
  /** Path with `{params}`; `{merchantId}` puts the call inside one merchant and one mode. */
  path: string
  summary: string
  /** Who may make the call, and when. */
  policy: Policy
  query?: z.ZodMiniObject
  body?: z.ZodMiniObject
  /** One file in addition to the body's fields, in a multipart form; `maxBytes` is its maximum size. */
  file?: { name: string; maxBytes: number }
  /** Success statuses and their bodies; `null` is an empty body, `'file'` a download. */
  answers: Partial<Record<200 | 201 | 204, Schema | null | 'file'>>
  /** Errors of this call besides those of every call (`commonErrors`). */
  refusals: readonly RefusalType[]
  /** Also a call of a provider's own API, which the web app can use as its backend; features of other calls are then hidden. */
  providerApi?: true
  /** Called by background polling: never counts as the user's activity. */
  background?: boolean
  /** It may wait before it answers, and holds no database connection while it waits. */
  longPoll?: boolean
  /** A money call: an identical repeat without a key by the same session within 5 s is a replay, and its answer says so (`Replayed`). */
  money?: boolean
  /** Max-age of the public Cache-Control of its successful answer, which has no personal data. */
  cacheSeconds?: number
  /** Its answer holds a secret that is shown once: it is stored encrypted for a repeat. */
  secret?: boolean
  /** Its request or answer holds a secret: the answer is never stored for a repeat. */
  neverStore?: boolean
}

/** Errors that any call may return; endpoints do not repeat them. */
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

/** Declares a call with its exact types. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

export type PathParams<E extends { path: string }> = { [N in Names<E['path']>]: string }
export type QueryOf<E extends object> = E extends { query: infer Q extends Schema } ? z.output<Q> : Record<never, never>
export type QueryInput<E extends object> = E extends { query: infer Q extends Schema } ? z.input<Q> : Record<never, never>
export type BodyOf<E extends object> = E extends { body: infer B extends Schema } ? z.output<B> : undefined
export type BodyInput<E extends object> = E extends { body: infer B extends Schema } ? z.input<B> : undefined

/**
 * An additional field of a money call's answer when nothing was done, because an identical request without an idempotency key was executed within the
 * last 5 s. An intended repetition needs an idempotency key of its own, or a different field such as the reference.
 */
type Replayed = { replayed?: true }

type AnswerShape<A> = A extends Schema ? z.output<A> : A extends 'file' ? Blob : undefined
/** The body of a successful answer as the client reads it. */
export type AnswerOf<E extends { answers: object; money?: boolean }> = E extends { money: true }
  ? MoneyAnswer<AnswerShape<E['answers'][keyof E['answers']]>>
  : AnswerShape<E['answers'][keyof E['answers']]>
type MoneyAnswer<A> = A extends undefined ? A : A & Replayed
