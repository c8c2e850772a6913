import { z } from 'zod/mini'
import type { Schema } from './endpoint.ts'
import type { RefusalType } from './errors.ts'
import type { KeyPolicy } from './policy.ts'

type ShopMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the shops' API, as data: the route, its OpenAPI description and the permission tests are derived from it. It differs from `Endpoint`, because
 * its wire format is that of existing plugins: unknown fields are ignored except in writes of money, unknown parameters refused. Schemas are camelCase here
 * and snake_case on the wire; parameters are spelled as on the wire.
 */
export type ShopCall = {
  /** The name under which it is exported: its key in `shopsApi` and `shopHandlers`, its name in the audit trail. */
  name: string
  method: ShopMethod
  /** Path with `{params}`. A `{merchantId}` must be the key's own. */
  path: string
  /** Other paths of the same call, with the same parameters, and optionally `{merchantId}`. */
  alsoAt?: readonly string[]
  summary: string
  /** The key that may make the call. */
  policy: KeyPolicy
  query?: z.ZodMiniObject
  /** Parameters that the verb parses itself, such as a list's filters; they may be repeated. */
  parameters?: readonly string[]
  body?: Schema
  /** Distinguishes `null`, an empty string and `false` from an absent field; all other calls do not. */
  tellsAbsent?: boolean
  /** The body may be a form with the same fields. */
  form?: boolean
  /** Maximum size of the body in bytes; 256 KB by default. */
  maxBytes?: number
  /** The success status and its body; `null` is an empty body. */
  answers: Partial<Record<200 | 201 | 204, Schema | null>>
  /** The field of the answer that is also sent as Location header. */
  location?: string
  /** Errors of this call besides those of every call (`commonShopErrors`). */
  refusals: readonly RefusalType[]
  /** An identical request by the same API key, without an idempotency key, within 5 s is a replay; its answer then has `replayed`. */
  money?: boolean
  /** A read with a body: nothing is stored for a repeat. */
  reads?: boolean
  /** Refused with AccountDisabled unless the shop is active. */
  needsActive?: boolean
}

/** Errors that any call of the shops' API may return. */
export const commonShopErrors = [
  'ApiValidationException',
  'UnauthorizedException',
  'PermissionDenied',
  'ObjectNotFoundException',
  'MethodNotAllowed',
  'NotAcceptable',
  'IdempotencyInFlight',
  'IdempotencyKeyReused',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'TooManyRequests',
  'InternalError',
  'Maintenance',
] as const satisfies readonly RefusalType[]

/** Declares a call with its exact types. */
export function shopCall<const C extends ShopCall>(declaration: C): C {
  return declaration
}

/** A requested amount in cents, at least one, as a number or as a string of digits (plugins send both). Read by `centsInput`. */
export const shopAmount = z.union([
  z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  z.string().check(z.regex(/^0{0,9}[1-9]\d{0,8}$/)),
])

/** The cents of a {@link shopAmount}. */
export const centsInput = (asked: z.output<typeof shopAmount>): number => Number(asked)

/** An instant in answers: whole seconds, because some plugins do not parse fractions. */
export const shopInstant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/))

/** A page of a list: the cursor holds page numbers, `null` at the ends; plugins read on until `after` is null. */
export const shopList = <Row extends z.ZodMiniType>(row: Row) =>
  z.strictObject({
    cursor: z.strictObject({ after: z.nullable(z.int()), before: z.nullable(z.int()) }),
    /** `count` of all matches, up to 10 000; URLs of the next and previous page. */
    paging: z.strictObject({ count: z.int(), next: z.nullable(z.string()), previous: z.nullable(z.string()) }),
    results: z.array(row),
  })

/** The number of a page in a query. */
export const shopPage = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200_000)), 1)
