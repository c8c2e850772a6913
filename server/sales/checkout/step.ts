import type { CallName } from '#contract/index'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/calls/call.ts'
import { currentLanguage } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { lockSale, readSale, type Sale } from './sale.ts'
import { isStepAllowed, needsOwnBrowser, positionOf, type CheckoutAction, type CheckoutPosition } from './position.ts'

/** The arguments that every call of a customer on a checkout gets. */
export type CustomerCall = Pick<
  Call<Extract<CallName, `checkout${'View' | 'Plan' | 'Confirm'}`>>,
  'customer' | 'db' | 'scope' | 'now' | 'services'
>

type LoadedSale = { sale: Sale; position: CheckoutPosition }

/**
 * Locks a sale for a step, stores the language it is taken in, and reads it. Refuses with StepNotAllowed when the step is not available to this browser now,
 * with LinkReplaced.
 */
export async function lockForStep(call: CustomerCall, action: CheckoutAction): Promise<LoadedSale> {
  lockSale(call.db, call.scope, call.customer.checkoutId)
  storeLanguage(call)
  const loaded = await loadSale(call)
  if (!isStepAllowed(action, loaded.position)) throw stepRefusal(loaded.position, action)
  return loaded
}

/** Later messages to the customer are written in the language of their page. */
export function storeLanguage({ db, scope, customer: { checkoutId } }: CustomerCall): void {
  db.send(sql`update checkouts c set language = ${currentLanguage()}
    where ${inScope(scope, 'c')} and c.id = ${checkoutId} and c.language is distinct from ${currentLanguage()}`)
}

/** Checks, before a transaction, whether a step is available to this browser, so that no external service is called in vain. Refuses as `lockForStep`. */
export async function checkStep(call: Omit<CustomerCall, 'db'>, action: CheckoutAction): Promise<LoadedSale> {
  const loaded = await call.services.database.read(call.scope, (db) => loadSale({ ...call, db }))
  if (!isStepAllowed(action, loaded.position)) throw stepRefusal(loaded.position, action)
  return loaded
}

/** Reads a sale without locking it. */
export async function loadSale({ db, scope, customer, now }: CustomerCall): Promise<LoadedSale> {
  const sale = await readSale(db, scope, customer.checkoutId)
  const position = positionOf(sale, customer, now)
  customer.knownBy = position.knownBy
  return { sale, position }
}

/** The most specific reason: the checkout is over, another browser opened it, or the step is not available yet. */
export function stepRefusal({ status, knownBy }: CheckoutPosition, action: CheckoutAction): Refusal {
  const isOtherBrowser =
    knownBy !== 'code' && needsOwnBrowser.has(action) && (status === 'open' ? knownBy === 'link' : status === 'approved')
  return new Refusal('StepNotAllowed', isOtherBrowser ? { why: 'browser' } : status === 'open' ? {} : { why: status })
}
