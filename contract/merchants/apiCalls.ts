import { apiCallAnswers, apiCallRanges } from '#domain/merchants/apiCallLog'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { admins, readsShop } from '../platform/policy.ts'
import { hexId, instant, plain } from '../platform/values.ts'
import { keyKind } from './preferences.ts'

/** The log of calls that a shop's programs made with its API keys, for 30 days (docs/domain.md#api-keys). */
const path = '/v2/merchants/{merchantId}/api-calls'
const policy = { ...readsShop, roles: admins, right: 'keys', clock: 'wall' } as const

/** What the calls are narrowed to; without filters all of the period. */
const filters = {
  range: z._default(z.enum(apiCallRanges), 'week'),
  /** By the first digit of the status: successes, errors of the caller (4xx), or ours (5xx). */
  answer: z.optional(z.enum(apiCallAnswers)),
  method: z.optional(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  /** A call's name in the shops' API; `unknown`: an address that does not exist. */
  call: z.optional(plain(60)),
  key: z.optional(hexId),
  error: z.optional(plain(60)),
}

export const apiCall = z.strictObject({
  id: hexId,
  /** `request_id` of its answer and `x-request-id` of its headers. */
  requestId: z.string(),
  at: instant,
  method: z.string(),
  /** The address with names in place of its values; empty: an address that does not exist. */
  path: z.string(),
  /** The address as it was called, with its query. */
  url: z.string(),
  status: z.int(),
  /** Null: a success. */
  errorType: z.nullable(z.string()),
  ms: z.int(),
  keyId: hexId,
  keyKind,
  keyLastFour: z.string(),
  requestBytes: z.int(),
  /** With values of personal fields masked, and cut to a limit; null: none, or not readable. */
  requestBody: z.nullable(z.string()),
  /** The body of an error. */
  answer: z.nullable(z.string()),
})
export type ApiCall = z.output<typeof apiCall>

/** A shop's calls, the latest first. `request`: the one of a request id, whatever the other filters. */
export const apiCallList = endpoint({
  name: 'apiCallList',
  method: 'GET',
  path,
  summary: 'Registro de llamadas a la API',
  policy,
  query: z.object({ ...filters, request: z.optional(plain(64)), page: pageNumber }),
  answers: { 200: z.strictObject(visiblePage(apiCall)) },
  refusals: [],
})

/** How many calls and errors there were, by hour or by day of Madrid, those too that the log left out; and what the filters can be set to. */
export const apiCallFigures = endpoint({
  name: 'apiCallFigures',
  method: 'GET',
  path: `${path}/figures`,
  summary: 'Cuántas llamadas a la API y cuántos errores',
  policy,
  query: z.object(filters),
  answers: {
    200: z.strictObject({
      unit: z.enum(['hour', 'day']),
      /** Every hour or day of the period, the earliest first. `at`: its start. */
      points: z.array(z.strictObject({ at: instant, calls: z.int(), errors: z.int() })),
      /** What occurred in the period, whatever the other filters. */
      calls: z.array(z.strictObject({ call: z.string(), method: z.string(), path: z.string() })),
      errorTypes: z.array(z.string()),
    }),
  },
  refusals: [],
})
