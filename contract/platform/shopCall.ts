import { z } from 'zod/mini'
import type { Schema } from './endpoint.ts'
import type { RefusalType } from './errors.ts'
import type { KeyPolicy } from './policy.ts'

type ShopMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the shops' API, as data: from it come the route, its description and the tests of who may call. Its wire is that of the plugins that
 * exist, so it is a declaration of its own beside `Endpoint`: unknown fields are ignored except in writes of money, unknown parameters refused. Shapes are camelCase here and
 * snake_case on the wire; parameters are spelled as on the wire.
 */
export type ShopCall = {
  /** The name under which it is exported: its key in `shopsApi` and `shopHandlers`, its name in the audit trail. */
  name: string
  method: ShopMethod
  /** Below the origin's root, with `{params}`. A `{merchantId}` must be the key's own. */
  path: string
  /** Other addresses of the same call, with the same params; `{merchantId}` besides. */
  alsoAt?: readonly string[]
  summary: string
  /** Which key makes it. */
  policy: KeyPolicy
  query?: z.ZodMiniObject
  /** Names of parameters that the verb reads itself, such as the filters of a list; one may be repeated. */
  parameters?: readonly string[]
  body?: Schema
  /** `null`, an empty text and `false` are told from what was not sent; everywhere else they are the same. */
  tellsAbsent?: boolean
  /** The body may come as a form, with the fields of the body. */
  form?: boolean
  /** The largest body in bytes; 256 KB when absent. */
  mostBytes?: number
  /** The one success status and its body; `null` is an empty body. */
  answers: Partial<Record<200 | 201 | 204, Schema | null>>
  /** The field of the answer that the Location header repeats. */
  location?: string
  /** What it may refuse beyond what every call may (`everyShopCallRefuses`). */
  refusals: readonly RefusalType[]
  /** An identical repeat without a key of repetition by the same key within 5 s is a replay, and its answer says so: `replayed`, beside its own fields. */
  money?: boolean
  /** It changes nothing although it has a body: what is sent and what is answered is kept nowhere, and a repeat is read anew. */
  reads?: boolean
  /** Refused with AccountDisabled unless the shop is active. */
  needsActive?: boolean
}

/** Refusals that any call of the shops' API may answer. */
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

/** Declares a call and keeps its exact types. */
export function shopCall<const C extends ShopCall>(declaration: C): C {
  return declaration
}

/** Cents that somebody asks for, at least one: plugins write them as a number or as digits in a text. Read by `askedCents`. */
export const shopAmount = z.union([
  z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  z.string().check(z.regex(/^0{0,9}[1-9]\d{0,8}$/)),
])

/** The cents of a {@link shopAmount}. */
export const askedCents = (asked: z.output<typeof shopAmount>): number => Number(asked)

/** An instant as it goes out: whole seconds, since the date readers of some plugins refuse fractions. */
export const shopInstant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/))

/** A page of a list: the cursor holds numbers of pages, `null` at the ends, and plugins go on until `after` is null. */
export const shopList = <Row extends z.ZodMiniType>(row: Row) =>
  z.strictObject({
    cursor: z.strictObject({ after: z.nullable(z.int()), before: z.nullable(z.int()) }),
    /** `count` of all that match, told up to 10 000; the addresses of the pages beside. */
    paging: z.strictObject({ count: z.int(), next: z.nullable(z.string()), previous: z.nullable(z.string()) }),
    results: z.array(row),
  })

/** The number of a page in a query. */
export const shopPage = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200_000)), 1)
