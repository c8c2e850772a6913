import { compactDocument } from '#domain/platform/identifiers'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { countStep } from '../lifecycle/countFacts.ts'
import { notifyDuplicate } from '../lifecycle/notifyDuplicate.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { nameCustomer } from '../lifecycle/customerName.ts'
import { findSimilarOrders, type SimilarityCriteria, lockSimilarOrders } from '../lifecycle/duplicates.ts'
import { readBooks } from '../lifecycle/books.ts'
import { stopOperation } from '../lifecycle/stopOperation.ts'
import { decideSale, applyAudienceCampaign } from './decide.ts'
import { lockForStep, loadSale } from './step.ts'
import { fieldProblems, identityProblems } from './identityProblems.ts'
import type { Sale } from './sale.ts'
import { show } from './show.ts'

/**
 * Records the customer's identity and decides. A similar order of the same person within half an hour ends this one as a duplicate
 * (docs/domain.md#duplicate-orders, rule 2). The identity cannot be changed afterwards: that would allow trying documents until one is accepted.
 */
export const checkoutIdentify: Handler<'checkoutIdentify'> = async (call) => {
  const { db, scope, body, now, audit } = call
  const problems = identityProblems(body, now)
  const criteria = criteriaOf((await loadSale(call)).sale, call)
  // Advisory locks before any row lock, in the common order.
  lockSimilarOrders(db, scope, criteria)
  const { sale } = await lockForStep(call, 'identify')
  if (problems.length > 0) throw fieldProblems(problems)
  const customer = {
    ...sale.customer,
    firstName: body.firstName,
    lastName: body.lastName,
    email: body.email,
    documentNumber: criteria.documentNumber,
  }
  await nameCustomer(db, scope, { operationId: sale.operationId, customer, secret: call.services.config.sessionSecrets[0] })
  db.send(sql`update checkouts c set birthday = ${body.birthday}, address = ${JSON.stringify(body.address)}, identified_at = ${now}, progress = 'in_checkout'
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  countStep(db, scope, now, { operationId: sale.operationId, step: 'identified' })
  const { samePerson } = await findSimilarOrders(db, scope, criteria)
  if (samePerson === null) {
    await applyAudienceCampaign(call, sale, customer)
    touchCheckout(db, scope, sale.operationId, await decideSale(call))
  } else {
    await stopDuplicate(call, sale, samePerson)
    notifyDuplicate(db, scope, { operationId: sale.operationId, mid: sale.mid, totalCents: sale.totalCents, customer, now })
    touchCheckout(db, scope, sale.operationId)
  }
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { identified: true } })
  return show(call)
}

const criteriaOf = (sale: Sale, { body, now }: Call<'checkoutIdentify'>): SimilarityCriteria => ({
  mid: sale.mid,
  totalCents: sale.totalCents,
  email: body.email,
  phone: sale.customer.phone,
  documentNumber: compactDocument(body.documentId),
  exceptId: sale.operationId,
  now,
})

async function stopDuplicate({ db, scope, now }: Call<'checkoutIdentify'>, sale: Sale, duplicateOf: string): Promise<void> {
  const books = await readBooks(db, scope, sale.operationId)
  await stopOperation(db, scope, { books, event: 'duplicate_found', by: { actor: 'system', userId: null }, now })
  db.send(sql`update operations o set duplicate_of = ${duplicateOf}
    where ${inScope(scope, 'o')} and o.id = ${sale.operationId}`)
}
