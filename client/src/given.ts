import type { CallName } from './generated/refusals.ts'

/** Optional fields of a purchase may be undefined: they are left out. */
const mayLeaveOut: ReadonlySet<CallName> = new Set(['checkoutCreate', 'checkoutOfflineCreate'])

/**
 * Refuses named parameters without a value. An undefined filter, amount or limit would be left out of the request, and the call would apply to
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
