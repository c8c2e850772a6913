import { cents } from '#domain/money'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import type { PaymentProvider } from './paymentProvider.ts'

type Held = {
  id: string
  amount_cents: bigint
  provider_reference: string | null
  token: string | null
  brand: string | null
  last4: string | null
}

/** Holds of the first payment that stand, or may stand: asked for without the answer having been written down. */
const held = (db: Connection, scope: Scope, operationId: string) =>
  db.rows<Held>(sql`select c.id, c.amount_cents, c.provider_reference, p.token, p.brand, p.last4 from charges c
    left join payment_methods p on p.merchant_id = c.merchant_id and p.mode = c.mode and p.operation_id = c.operation_id
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = ${operationId} and c.instalment is null and c.state = 'authorised'
    order by c.attempt for update of c`)

const settle = (db: Connection, scope: Scope, id: string, state: 'captured' | 'released' | 'declined', reference: string | null) =>
  db.run(sql`update charges c set state = ${state}, provider_reference = coalesce(${reference}, c.provider_reference)
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${id}`)

/**
 * Lets go of whatever is held for an operation's first payment: it expired, was cancelled or dismissed, or its amount or card changed. The
 * operation's row must be locked. A hold whose answer was lost in a crash is asked for again by its id, which finds it. May throw
 * `ProviderUnreachable`; then nothing is written.
 */
export async function releaseFirstPayment(db: Connection, scope: Scope, cards: PaymentProvider, operationId: string): Promise<void> {
  for (const one of await held(db, scope, operationId)) {
    let reference = one.provider_reference
    if (reference === null && one.token !== null) {
      const method = { token: one.token, brand: one.brand ?? '', last4: one.last4 ?? '' }
      const found = await cards.authorise({ id: one.id, method, amountCents: cents(one.amount_cents), mode: scope.mode })
      if (found.state === 'declined') {
        await settle(db, scope, one.id, 'declined', found.reference)
        continue
      }
      reference = found.reference
    }
    if (reference !== null) await cards.release(reference)
    await settle(db, scope, one.id, 'released', reference)
  }
}

/**
 * Takes what is held for an operation's first payment, once the order is captured. The operation's row must be locked. Repeated, it does
 * nothing more. May throw `ProviderUnreachable`; then nothing is written.
 */
export async function takeFirstPayment(db: Connection, scope: Scope, cards: PaymentProvider, operationId: string): Promise<void> {
  for (const one of await held(db, scope, operationId)) {
    if (one.provider_reference === null) continue
    await cards.capture(one.provider_reference)
    await settle(db, scope, one.id, 'captured', null)
  }
}
