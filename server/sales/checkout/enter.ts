import type { CallName } from '#contract/index'
import { sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/calls/call.ts'
import { spoken } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { lockSale, readSale, type Sale } from './sale.ts'
import { mayTake, needsOwnBrowser, whereabouts, type StepTaken, type Whereabouts } from './whereabouts.ts'

/** The customer's calls on one checkout, and what all of them are given. */
export type CustomerCall = Pick<
  Call<Extract<CallName, `checkout${'View' | 'Plan' | 'Confirm'}`>>,
  'customer' | 'db' | 'scope' | 'now' | 'services'
>

type Entered = { sale: Sale; place: Whereabouts }

/**
 * Locks a sale for a step, stores the language it is taken in, and reads it. Refuses with StepNotAllowed when the step is not available to this browser now,
 * with LinkReplaced.
 */
export async function enter(call: CustomerCall, taken: StepTaken): Promise<Entered> {
  lockSale(call.db, call.scope, call.customer.checkoutId)
  keepLanguage(call)
  const entered = await look(call)
  if (!mayTake(taken, entered.place)) throw notNow(entered.place, taken)
  return entered
}

/** Later messages to the customer are written in the language of their page. */
export function keepLanguage({ db, scope, customer: { checkoutId } }: CustomerCall): void {
  db.send(sql`update checkouts c set language = ${spoken()}
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${checkoutId} and c.language is distinct from ${spoken()}`)
}

/** Checks, before a transaction, whether a step is available to this browser, so that no external service is called in vain. Refuses as `enter`. */
export async function foresee(call: Omit<CustomerCall, 'db'>, taken: StepTaken): Promise<Entered> {
  const entered = await call.services.database.read(call.scope, (db) => look({ ...call, db }))
  if (!mayTake(taken, entered.place)) throw notNow(entered.place, taken)
  return entered
}

/** Reads a sale without locking it. */
export async function look({ db, scope, customer, now }: CustomerCall): Promise<Entered> {
  const sale = await readSale(db, scope, customer.checkoutId)
  const place = whereabouts(sale, customer, now)
  customer.knownBy = place.knownBy
  return { sale, place }
}

/** The most specific reason: the checkout is over, another browser opened it, or the step is not available yet. */
export const notNow = ({ status, knownBy }: Whereabouts, taken: StepTaken): Refusal =>
  new Refusal(
    'StepNotAllowed',
    status !== 'open' ? { why: status } : knownBy === 'link' && needsOwnBrowser.has(taken) ? { why: 'browser' } : {},
  )
