import type { FieldProblem, RefusalType } from '#contract/platform/errors'
import { camelKey } from './wire.ts'

/**
 * The server’s error type, or a client-side one: no answer in time, no connection, an answer of the other mode, one that cannot be parsed, or an API
 * without that call.
 */
type FailureType = RefusalType | 'Timeout' | 'NoConnection' | 'WrongMode' | 'Unreadable' | 'NotOffered'

type Facts = {
  status: number
  type: FailureType
  message: string
  fields?: FieldProblem[] | Record<string, string>
  requestId?: string | null
  outcomeUnknown?: boolean
  retryAfterSeconds?: number | null
  response?: Response | null
}

/**
 * The error of every failed call. `status` is 0 without an answer; `outcomeUnknown` means that a write may have been done: read the state before
 * offering a retry.
 */
export class ApiFailure extends Error {
  readonly status: number
  readonly type: FailureType
  /** Field errors by camelCase name, with the server’s message. */
  readonly fields: ReadonlyMap<string, FieldProblem>
  /** The key of an unknown entity, when the answer has one. */
  readonly unknownEntity: string | null
  readonly requestId: string | null
  readonly outcomeUnknown: boolean
  readonly retryAfterSeconds: number | null
  readonly response: Response | null
  /** After TokenExpired: whether the session has been refreshed since, so that the same call may be retried once. */
  renewed = false

  constructor(facts: Facts) {
    super(facts.message)
    this.name = 'ApiFailure'
    this.status = facts.status
    this.type = facts.type
    const { fields = [] } = facts
    this.fields = new Map(Array.isArray(fields) ? fields.map((field) => [field.name.split('.').map(camelKey).join('.'), field]) : [])
    this.unknownEntity = uuidOf(fields)
    this.requestId = facts.requestId ?? null
    this.outcomeUnknown = facts.outcomeUnknown ?? false
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.response = facts.response ?? null
  }
}

function uuidOf(fields: FieldProblem[] | Record<string, string>): string | null {
  if (!Array.isArray(fields)) return fields['uuid'] ?? null
  return fields.some((field) => field.name === 'uuid') ? '' : null
}

/** Whether a caught value is a failed call. */
export const isApiFailure = (error: unknown): error is ApiFailure => error instanceof ApiFailure

/** Whether an error leaves unknown if the write was done. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !isApiFailure(error) || error.outcomeUnknown || error.type === 'IdempotencyInFlight'

/** Whether the server refused the link of a call: it will not open any more. After another failure it can be tried again. */
export const isDeadLink = (error: unknown): boolean => isApiFailure(error) && [400, 404, 410, 422].includes(error.status)

/** Whether a caught value says that the API does not have the call. */
export const isNotOffered = (error: unknown): boolean => isApiFailure(error) && error.type === 'NotOffered'
