import type { CallName } from '#contract/index'
import { sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/calls/call.ts'
import { spoken } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { lockSale, readSale, type Sale } from './sale.ts'
import { mayTake, needsOwnBrowser, whereabouts, type StepTaken, type Whereabouts } from './whereabouts.ts'

/** The calls of a customer on one checkout; what all of them are told. */
export type CustomerCall = Pick<
  Call<Extract<CallName, `checkout${'View' | 'Plan' | 'Confirm'}`>>,
  'customer' | 'db' | 'scope' | 'now' | 'services'
>

type Entered = { sale: Sale; place: Whereabouts }

/** Locks a sale for a step, remembers in which language it is taken, and reads it. Refuses with StepNotAllowed when the step is not open to this browser now, with LinkReplaced. */
export async function enter(call: CustomerCall, taken: StepTaken): Promise<Entered> {
  lockSale(call.db, call.scope, call.customer.checkoutId)
  keepLanguage(call)
  const entered = await look(call)
  if (!mayTake(taken, entered.place)) throw notNow(entered.place, taken)
  return entered
}

/** What is sent to the customer later is written as their page is now. */
export function keepLanguage({ db, scope, customer: { checkoutId } }: CustomerCall): void {
  db.send(sql`update checkouts c set language = ${spoken()}
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${checkoutId} and c.language is distinct from ${spoken()}`)
}

/** Looks, before a transaction, whether a step is open to this browser: nobody outside is asked for one that is not. Refuses as `enter`. */
export async function foresee(call: Omit<CustomerCall, 'db'>, taken: StepTaken): Promise<Entered> {
  const entered = await call.services.database.read(call.scope, (db) => look({ ...call, db }))
  if (!mayTake(taken, entered.place)) throw notNow(entered.place, taken)
  return entered
}

/** Reads a sale as it stands, without keeping others from it. */
export async function look({ db, scope, customer, now }: CustomerCall): Promise<Entered> {
  const sale = await readSale(db, scope, customer.checkoutId)
  const place = whereabouts(sale, customer, now)
  customer.knownBy = place.knownBy
  return { sale, place }
}

/** Says why, as far as it is known: that it is over, that another browser opened it, or only that it is not the turn of this step. */
export const notNow = ({ status, knownBy }: Whereabouts, taken: StepTaken): Refusal =>
  new Refusal(
    'StepNotAllowed',
    status !== 'open' ? { why: status } : knownBy === 'link' && needsOwnBrowser.has(taken) ? { why: 'browser' } : {},
  )
