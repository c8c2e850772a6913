import { askCard } from '../../money/payments/askCard.ts'
import type { CardAnswer } from '../../money/payments/cardProvider.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { askCustomerToPay, notifyExpiringCards, notifyRepaidEarly } from './cardEmails.ts'
import { bookCollections, bookDeclines, type DeclinedInstalment, type RefusalEvent } from './bookCollections.ts'
import { scheduleCardCheck, customerMs } from './cardDeadline.ts'
import { writeEarlyRepayments } from './earlyRepayments.ts'
import { lockInstalments, type DueInstalment } from './lockInstalments.ts'
import type { OpenCharge, AnsweredCharge } from './openCharges.ts'

/** Maximum concurrent charges. */
const maxConcurrent = 10

/** Asks the card provider about open charges, outside any transaction. `failure`: why some have no answer; they stay recorded and are asked about again. */
export async function askCharges(
  services: Services,
  scope: Scope,
  charges: readonly OpenCharge[],
): Promise<{ answered: AnsweredCharge[]; failure: unknown }> {
  const answered: AnsweredCharge[] = []
  let failure: unknown
  const waiting = [...charges]
  const line = async () => {
    for (let charge = waiting.shift(); charge; charge = waiting.shift()) {
      try {
        answered.push({ ...charge, answer: await askOne(services, scope, charge) })
      } catch (error) {
        failure ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, charges.length) }, line))
  return { answered, failure }
}

/**
 * One charge. A customer who is not there is asked to come later, and pays then by a charge of its own: the provider's payment is ended, so that none is
 * left that could still be completed. The same holds for a customer who did not come back in time.
 */
async function askOne({ payments: { cards }, now }: Services, scope: Scope, charge: OpenCharge): Promise<CardAnswer> {
  const { id, operationId, method, amountCents, returnUrl, again, reference, askedAt } = charge
  const place = { ...scope, operationId }
  const answer = await askCard(cards, { kind: 'charge', id, place, method, amountCents, returnUrl, again, reference })
  const isAbandoned = now().getTime() - askedAt.getTime() >= customerMs
  if (answer.state !== 'needs_action' || (answer.redirectUrl !== null && !isAbandoned)) return answer
  const ended = await cards.cancel({ id, place, reference: answer.reference })
  return ended.state === 'declined' && returnUrl === null ? { ...ended, code: 'authentication_required' } : ended
}

/** The operations that were written to, and those whose charge took an amount that is no longer owed and was given back. */
type Settled = { done: string[]; givenBack: string[] }

/** Books the answers of open charges, each once; what was taken in vain is given back. */
export async function settleCharges(services: Services, scope: Scope, answered: readonly AnsweredCharge[]): Promise<Settled> {
  const wrong = answered.length === 0 ? [] : await services.database.write(scope, (db) => book(services, db, scope, answered))
  if (wrong.length > 0) await giveBack(services, scope, wrong)
  const givenBack = wrong.map(({ operationId }) => operationId)
  return { done: answered.map(({ operationId }) => operationId).filter((id) => !givenBack.includes(id)), givenBack }
}

const isOwed = ({ amountCents }: AnsweredCharge, due: DueInstalment) =>
  !due.isPaid && amountCents === due.amountCents && (due.state === 'pending' || due.state === 'overdue' || due.state === 'refunded')

/** Books the outcomes of charges that are still open; returns those that collected an amount no longer owed. */
async function book(services: Services, db: Connection, scope: Scope, answered: readonly AnsweredCharge[]): Promise<AnsweredCharge[]> {
  const now = services.now()
  // Locks all operations in one order.
  const locked = await lockInstalments(db, scope, answered)
  const open = new Set(
    (
      await db.rows<{ id: string }>(sql`select c.id from charges c where ${inScope(scope, 'c')}
        and c.id = any(${answered.map(({ id }) => id)}::uuid[]) and c.state = 'asked'`)
    ).map(({ id }) => id),
  )
  // An early repayment is written into the plan first, and is then an instalment like any other.
  const due = await writeEarlyRepayments(
    db,
    scope,
    answered.filter(({ id, answer }) => open.has(id) && answer.state === 'succeeded'),
    locked,
  )
  const matched = answered.flatMap((charge) => {
    const instalment = due.get(charge.operationId)
    return instalment && open.has(charge.id) ? [{ charge, instalment }] : []
  })
  const paid = matched.filter(({ charge }) => charge.answer.state === 'succeeded')
  const owed = paid.filter(({ charge, instalment }) => isOwed(charge, instalment))
  const declined = matched.filter(({ charge }) => charge.answer.state === 'declined')
  await bookCollections(
    db,
    scope,
    owed.map(({ instalment }) => instalment),
    { now },
  )
  await bookDeclines(
    db,
    scope,
    // Who may not repay early owes nothing yet.
    declined.flatMap(({ charge, instalment }): DeclinedInstalment[] =>
      charge.repaysAll === null ? [{ ...instalment, event: eventOf(charge.answer) }] : [],
    ),
    now,
  )
  await noteAnswers(
    db,
    scope,
    [...owed, ...declined].map(({ charge }) => charge),
  )
  for (const { instalment } of owed) if (instalment.isEarly) await notifyRepaidEarly(services, db, scope, instalment)
  if (owed.length > 0) {
    const operationIds = owed.map(({ charge }) => charge.operationId)
    await notifyExpiringCards(services, db, scope, operationIds)
  }
  for (const { charge } of declined) await askCustomerToPay(services, db, scope, charge)
  for (const { charge } of matched) noteWaiting(db, scope, charge, now)
  return paid.filter((one) => !owed.includes(one)).map(({ charge }) => charge)
}

const eventOf = (answer: CardAnswer): RefusalEvent =>
  answer.state === 'declined' && answer.code === 'authentication_required' ? 'authentication_required' : 'instalment_declined'

async function noteAnswers(db: Connection, scope: Scope, charges: readonly AnsweredCharge[]): Promise<void> {
  const states = charges.map(({ answer }) => (answer.state === 'succeeded' ? 'captured' : 'declined'))
  const codes = charges.map(({ answer }) => (answer.state === 'declined' ? answer.code : null))
  await db.run(sql`update charges c set state = a.state, provider_reference = a.reference, waits_for = null, decline_code = a.code
    from unnest(${charges.map(({ id }) => id)}::uuid[], ${states}::text[], ${charges.map(({ answer }) => answer.reference)}::text[], ${codes}::text[]) a (id, state, reference, code)
    where ${inScope(scope, 'c')} and c.id = a.id`)
}

/** A charge whose customer or provider has not answered stays open, and is asked about again. */
function noteWaiting(db: Connection, scope: Scope, { id, operationId, answer, askedAt }: AnsweredCharge, now: Date): void {
  if (answer.state !== 'pending' && answer.state !== 'needs_action') return
  const waitsFor = answer.state === 'pending' ? 'provider' : 'customer'
  const url = answer.state === 'needs_action' ? answer.redirectUrl : null
  db.send(sql`update charges c set waits_for = ${waitsFor}, provider_reference = ${answer.reference}, action_url = ${url}
    where ${inScope(scope, 'c')} and c.id = ${id}`)
  scheduleCardCheck(db, scope, { operationId, waitsFor, askedAt, now })
}

/** A refund or a capture changed the plan while the card was being charged: the charge is refunded in full and the right amount is charged anew. */
async function giveBack(services: Services, scope: Scope, wrong: readonly AnsweredCharge[]): Promise<void> {
  for (const { answer } of wrong) await services.payments.cards.release({ reference: answer.reference, mode: scope.mode })
  await services.database.write(scope, (db) =>
    db.run(sql`update charges c set state = 'released', provider_reference = w.reference, waits_for = null
      from unnest(${wrong.map(({ id }) => id)}::uuid[], ${wrong.map(({ answer }) => answer.reference)}::text[]) w (id, reference)
      where ${inScope(scope, 'c')} and c.id = w.id and c.state = 'asked'`),
  )
}
