import { randomUUID } from 'node:crypto'
import { nextState } from '#domain/sales/operations/lifecycle'
import { sql } from '../../platform/database/sql.ts'
import { asking, type Asking, type Call, type Handler } from '../../platform/calls/call.ts'
import { addEvent } from '../operation/addEvent.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { askMeans, type BankAnswer } from '../../money/payments/askMeans.ts'
import { documentHash } from '../../money/payments/documentHash.ts'
import { decideSale } from './decide.ts'
import { enter, foresee } from './enter.ts'
import type { Sale } from './sale.ts'
import { show } from './show.ts'

/** How long a consent stands that nobody uses. */
const consentMs = 24 * 3_600_000

type Answer = BankAnswer & { consentId: string }

/**
 * Asks the customer's bank what they earn and spend (R2), once they have authorised it there, and decides again. Refused or failed it may be
 * tried again until the link expires. What the bank tells is not kept.
 */
export const checkoutBank: Handler<'checkoutBank'> = asking(
  askBank,
  async (call: Call<'checkoutBank'>, { consentId, status, error, means }) => {
    const { db, scope, customer, now, services, audit } = call
    const { sale } = await enter(call, 'bank')
    db.send(sql`insert into bank_consents (id, account_id, mode, document_hash, amount_cents, status, error_code, created_at, expires_at, decided_at)
    values (${consentId}, ${customer.accountId}, ${scope.mode}, ${documentHash(services.config.sessionSecret, sale.customer.documentNumber ?? '')}, ${sale.totalCents},
      ${status}, ${error}, ${now}, ${new Date(now.getTime() + consentMs)}, ${status === 'pending' ? null : now})`)
    if (status === 'confirmed') {
      await bankLinked(call, sale)
      await decideSale(call, means)
    }
    touchCheckout(db, scope, sale.operationId)
    audit({ entity: 'checkout', entityId: sale.checkoutId, after: { bank: status } })
    return show(call)
  },
)

/** Asked without any lock: a bank may take its time. */
async function askBank(call: Asking<'checkoutBank'>): Promise<Answer> {
  const { body, scope, services } = call
  const { sale } = await foresee(call, 'bank')
  const consentId = randomUUID()
  const consent = { id: consentId, documentNumber: sale.customer.documentNumber ?? '', bankCode: body.bankCode, mode: scope.mode }
  return { ...(await askMeans(services.payments.banks, consent, body.authorise)), consentId }
}

async function bankLinked({ db, scope, now }: Call<'checkoutBank'>, sale: Sale): Promise<void> {
  const after = nextState(sale, 'bank_linked')
  if (!after) throw new Error('a bank was linked that nobody had asked for')
  db.send(sql`update operations o set status_reason = ${after.statusReason}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${sale.operationId}`)
  db.send(sql`update checkouts c set bank_linked_at = ${now}
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${sale.checkoutId}`)
  const event = {
    operationId: sale.operationId,
    at: now,
    event: 'bank_linked',
    actor: 'customer' as const,
    userId: null,
    amountCents: null,
  }
  await addEvent(db, scope, { ...event, before: sale, after })
}
