import type { CallName } from './generated/refusals.ts'

/** Whatever is left out of a purchase is asked of the customer or not needed: undefined may stand there. */
const mayLeaveOut: ReadonlySet<CallName> = new Set(['checkoutCreate', 'checkoutOfflineCreate'])

/**
 * What is named must be given. A filter, an amount or a limit that turns out to be undefined would be left out on its way, and the call would hold for
 * everything: all orders listed, all articles removed, the whole order captured.
 * @throws TypeError for undefined, null or an empty list in a query, and for undefined among the fields of a body
 */
export function assertGiven({ call, query = {}, body = {} }: { call: CallName; query?: object; body?: object }): void {
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    const values = [value].flat()
    if (values.length === 0 || values.some((one) => one === undefined || one === null)) throw notGiven(call, name)
  }
  if (mayLeaveOut.has(call)) return
  for (const [name, value] of Object.entries(body)) if (value === undefined) throw notGiven(call, name)
}

const notGiven = (call: CallName, name: string) =>
  new TypeError(`${call}: "${name}" is named but has no value, so the call would hold for everything; leave it out if that is meant`)
