import { callsOf } from './generated/calls.ts'
import { sender, type ClientOptions } from './send.ts'

export type ShopsClient = ReturnType<typeof callsOf>

/**
 * A client of the shops' API. Amounts are whole cents and rates hundredths of a percent; names are camelCase. Calls throw a `CallFailure`
 * (`Refusal`, `NoAnswer` or `StrangeAnswer`); what passes by itself is tried again.
 * @throws TypeError for what is no key or no address, or a live key that would go over the network in clear
 */
export const shopsClient = (options: ClientOptions): ShopsClient => callsOf(sender(options))
