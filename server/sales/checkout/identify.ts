import { compactDocument } from '#domain/platform/identifiers'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { findLikes, lockLikes, type Likeness } from '../operation/duplicates.ts'
import { nameCustomer } from '../operation/nameCustomer.ts'
import { readStanding } from '../operation/standing.ts'
import { stopOperation } from '../operation/stopOperation.ts'
import { tellDuplicate } from '../operation/tellDuplicate.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { decideSale } from './decide.ts'
import { enter, look } from './enter.ts'
import { fieldProblems } from './fieldProblem.ts'
import { identityProblems } from './identityProblems.ts'
import { meetAudience } from './meetAudience.ts'
import type { Sale } from './sale.ts'
import { show } from './show.ts'

/**
 * The customer says who they are; then it is decided. A like order of the same person within half an hour ends this one as duplicated
 * (docs/domain.md#duplicate-orders, rule 2). Once said, the person is not changed: that would be trying documents until one is accepted.
 */
export const checkoutIdentify: Handler<'checkoutIdentify'> = async (call) => {
  const { db, scope, body, now, audit } = call
  const problems = identityProblems(body, now)
  const like = likenessOf((await look(call)).sale, call)
  // Before any row, as everybody takes them.
  lockLikes(db, scope, like)
  const { sale } = await enter(call, 'identify')
  if (problems.length > 0) throw fieldProblems(problems)
  const customer = {
    ...sale.customer,
    firstName: body.firstName,
    lastName: body.lastName,
    email: body.email,
    documentNumber: like.documentNumber,
  }
  await nameCustomer(db, scope, sale.operationId, customer)
  db.send(sql`update checkouts c set birthday = ${body.birthday}, address = ${JSON.stringify(body.address)}, identified_at = ${now}, progress = 'in_checkout'
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${sale.checkoutId}`)
  const { samePerson } = await findLikes(db, scope, like)
  if (samePerson === null) {
    await meetAudience(call, sale, customer)
    await decideSale(call)
  } else {
    await stopDuplicate(call, sale, samePerson)
    tellDuplicate(db, scope, { operationId: sale.operationId, mid: sale.mid, totalCents: sale.totalCents, customer, now })
  }
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { identified: true } })
  return show(call)
}

const likenessOf = (sale: Sale, { body, now }: Call<'checkoutIdentify'>): Likeness => ({
  mid: sale.mid,
  totalCents: sale.totalCents,
  email: body.email,
  phone: sale.customer.phone,
  documentNumber: compactDocument(body.documentId),
  exceptId: sale.operationId,
  now,
})

async function stopDuplicate({ db, scope, now }: Call<'checkoutIdentify'>, sale: Sale, duplicateOf: string): Promise<void> {
  const standing = await readStanding(db, scope, sale.operationId, false)
  await stopOperation(db, scope, { standing, event: 'duplicate_found', by: { actor: 'system', userId: null }, now })
  db.send(sql`update operations o set duplicate_of = ${duplicateOf}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${sale.operationId}`)
}
