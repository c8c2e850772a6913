import { scenarios } from '#domain/sales/operations/sandbox'
import type { Handler } from '../../platform/calls/call.ts'
import { readCartOffers } from '../lifecycle/offers.ts'
import { clockOf } from './clock.ts'
import { needs, productOf, sandboxOnly } from './labVerbs.ts'

/** The scenarios available to this user in this shop, and the sandbox clock. Refuses with SandboxOnly. */
export const sandboxView: Handler<'sandboxView'> = async ({ db, scope, caller, now }) => {
  sandboxOnly(scope)
  const [offers, clock] = await Promise.all([readCartOffers(db, scope, now), clockOf(db, scope, now)])
  const sold = new Set(offers.map(({ product }) => product))
  return {
    clock,
    scenarios: scenarios.filter((name) => {
      const product = productOf[name]
      return (product === undefined ? sold.size > 0 : sold.has(product)) && !needs[name].some((call) => caller.withheld.has(call))
    }),
  }
}
