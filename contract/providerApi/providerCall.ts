import { z } from 'zod/mini'
import type { ProviderScope } from '#domain/provider/providerScopes'
import type { StaffRole } from '#domain/provider/staff'
import type { Schema } from '../platform/endpoint.ts'
import type { RefusalType } from '../platform/errors.ts'

/** Which keys may make a call. */
type ProviderPolicy =
  | { /** What the key must have been given. */ scope: ProviderScope; secondPerson: 'never' }
  | {
      scope: ProviderScope
      /** Where the installation asks for it, by default: the call is only requested, and done when a member of staff with one of these roles confirms it. */
      secondPerson: 'configured'
      confirmedBy: readonly StaffRole[]
    }

/**
 * One call of the API for the provider's own systems, as data: the route, its OpenAPI description, its policy and the matrix test are derived from it. Schemas
 * are camelCase here and snake_case on the wire; unknown fields and parameters are refused.
 */
export type ProviderCall = {
  /** The name under which it is exported: its key in `providerApi` and among the handlers, its name in the audit log. */
  name: string
  method: 'GET' | 'POST'
  /** Path with `{params}`. */
  path: `/provider/v1/${string}`
  /** What it does, in Spanish: its name in the audit log. */
  summary: string
  policy: ProviderPolicy
  query?: z.ZodMiniObject
  body?: z.ZodMiniObject
  /** The success status and its body; `null` is an empty body, `'file'` a download. */
  answers: Partial<Record<200 | 201 | 204, Schema | null | 'file'>>
  /** Errors of this call besides those of every call (`commonProviderErrors`). */
  refusals: readonly RefusalType[]
  /** The largest body in bytes, where it is larger than `maxProviderBytes`. */
  maxBytes?: number
  /** Its answer holds a secret: it is stored encrypted for a repeat. */
  secret?: boolean
}

/** The largest body, in bytes. */
export const maxProviderBytes = 64 * 1024

/** Errors that any call of the provider's API may return. */
export const commonProviderErrors = [
  'ApiValidationException',
  'UnauthorizedException',
  'PermissionDenied',
  'ObjectNotFoundException',
  'MethodNotAllowed',
  'IdempotencyInFlight',
  'IdempotencyKeyReused',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'UnknownField',
  'TooManyRequests',
  'InternalError',
  'Maintenance',
] as const satisfies readonly RefusalType[]

/** Declares a call with its exact types. */
export function providerCall<const C extends ProviderCall>(declaration: C): C {
  return declaration
}

/** The place in a list after which to go on, as an earlier answer gave it. */
export const cursorText = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/))

/** A page of a list; `next`: the `cursor` of what follows, null at the end. */
export const cursorPage = <Row extends z.ZodMiniType>(row: Row) => z.strictObject({ results: z.array(row), next: z.nullable(cursorText) })
