import { callsOf } from './generated/calls.ts'
import { sender, type ClientOptions } from './send.ts'

export type ShopsClient = ReturnType<typeof callsOf>

/**
 * A client of the shops' API. Amounts are integer cents and rates basis points; names are camelCase. Calls throw a `CallFailure` (`Refusal`, `NoAnswer`
 * or `StrangeAnswer`); transient failures are retried.
 * @throws TypeError for an invalid key or base URL, or for a live key over plain http
 */
export const shopsClient = (options: ClientOptions): ShopsClient => callsOf(sender(options))
