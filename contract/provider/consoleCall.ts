import { z } from 'zod/mini'
import type { StaffRole } from '#domain/provider/staff'
import type { Schema } from '../platform/endpoint.ts'
import type { RefusalType } from '../platform/errors.ts'
import { hexId, instant } from '../platform/values.ts'

/** Who may make a call of the console. */
type ConsolePolicy =
  | {
      /** The roles of staff that may make the call: one of them is enough. */
      roles: readonly StaffRole[]
      /**
       * `always`, or `configured` (where the installation asks for it, by default): the call is only requested, and done when a second person with
       * one of the same roles confirms it. `never`: done at once.
       */
      secondPerson: 'never' | 'configured' | 'always'
      /** Roles that may confirm it besides those that may make it. */
      confirmedBy?: readonly StaffRole[]
    }
  /** Without a session: sign-in, first set-up, invitations. */
  | { roles: 'public' }

/**
 * One call of the provider's console, as data: the route, the typed client, the policy and the matrix test are derived from it. Schemas are camelCase here
 * and snake_case on the wire, as in `Endpoint`.
 */
export type ConsoleCall = {
  /** The name under which it is exported: its key in `consoleApi` and among the handlers, its name in the audit log. */
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below /console/v1, with `{params}`. */
  path: `/console/v1/${string}`
  /** What it does, in Spanish: its name in the audit log, for merchants and staff (`contract/actions.ts`). */
  summary: string
  policy: ConsolePolicy
  query?: z.ZodMiniObject
  body?: z.ZodMiniObject
  /** Success statuses and their bodies; `null` is an empty body, `'file'` a download. */
  answers: Partial<Record<200 | 201 | 204, Schema | null | 'file'>>
  /** Errors of this call besides those of every call (`commonConsoleErrors`). */
  refusals: readonly RefusalType[]
  /** The largest body in bytes, where it is larger than usual. */
  maxBytes?: number
  /** Called by background polling: never counts as activity. */
  background?: boolean
  /** Its request or answer holds a secret: the answer is never stored for a repeat. */
  neverStore?: boolean
}

/** The answer (202) of a call that waits for a second person. */
export const confirmationRequested = z.strictObject({ confirmation: z.strictObject({ id: hexId, expiresAt: instant }) })

/** Errors that any call of the console may return. */
export const commonConsoleErrors = [
  'ApiValidationException',
  'NotAuthenticated',
  'PermissionDenied',
  'ObjectNotFoundException',
  'MethodNotAllowed',
  'IdempotencyInFlight',
  'IdempotencyKeyReused',
  'PayloadTooLarge',
  'UnknownField',
  'TooManyRequests',
  'InternalError',
  'Maintenance',
] as const satisfies readonly RefusalType[]

/** Declares a call with its exact types. */
export function consoleCall<const C extends ConsoleCall>(declaration: C): C {
  return declaration
}
