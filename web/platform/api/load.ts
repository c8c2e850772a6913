import type { AnswerOf, Endpoint } from '#contract/platform/endpoint'
import { isApiFailure } from './apiFailure.ts'
import { call, type CallArguments, type CallOptions } from './call.ts'

/** A read that is retried once when its access token had expired and the session could be refreshed. */
export async function load<E extends Endpoint>(endpoint: E, ...callArguments: CallArguments<E>): Promise<AnswerOf<E>> {
  try {
    return await call(endpoint, ...callArguments)
  } catch (error) {
    if (!isApiFailure(error) || !error.renewed) throw error
    const again = { ...callArguments[0], retried: true } as CallOptions<E> // the same options and one flag
    return await (call as (endpoint: E, options: CallOptions<E>) => Promise<AnswerOf<E>>)(endpoint, again)
  }
}
