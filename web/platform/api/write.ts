import type { AnswerOf, Endpoint } from '#contract/platform/endpoint'
import { isApiFailure } from './apiFailure.ts'
import { call, type CallArguments, type CallOptions, newKey } from './call.ts'
import { errorHandlers } from './catalogue.ts'
import { readSession } from './sessionCookie.ts'

const sessionFaults: ReadonlySet<string> = new Set(['InvalidToken', 'NotAuthenticated', 'TokenExpired'])

/**
 * A write that survives the end of the session: after a refresh, or after signing in again over the page, the same request is sent again with the same
 * idempotency key. Give the `key` that was created when the form opened.
 */
export async function write<E extends Endpoint>(endpoint: E, ...callArguments: CallArguments<E>): Promise<AnswerOf<E>> {
  const options = { key: newKey(), ...callArguments[0] } as CallOptions<E> // the caller’s options and a key
  const once = call as (endpoint: E, options: CallOptions<E>) => Promise<AnswerOf<E>>
  try {
    return await once(endpoint, options)
  } catch (error) {
    if (!isApiFailure(error)) throw error
    if (error.renewed) return await once(endpoint, { ...options, retried: true })
    const over = sessionFaults.has(error.type) && readSession() === null
    if (!over || !(await errorHandlers().signedInAgain())) throw error
    return await once(endpoint, options)
  }
}
