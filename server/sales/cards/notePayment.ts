import { type LocalDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { type Cents, cents } from '#domain/platform/money'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { lockBooks, readBooks } from '../lifecycle/books.ts'
import { earlyRepaymentOf } from '../lifecycle/collection.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { bookCollections, type NotedWay } from './bookCollections.ts'
import { writeEarlyRepayments } from './earlyRepayments.ts'
import { lockInstalments } from './lockInstalments.ts'

/** What can be noted as paid outside the card: the first unpaid instalment, whole. `isEarly`: the money came before it was due, with the interest until then; `savedCents`: what that leaves off. */
type Payable = { number: number; dueOn: LocalDate; amountCents: Cents; isEarly: boolean; savedCents: Cents }

const refuse = (why: string) => new Refusal('ProviderActionNotAllowed', { why })

type Received = { receivedOn: LocalDate; now: Date; lock: boolean }

/**
 * The instalment that money received on a day pays. Refuses with ProviderActionNotAllowed: without one that is due or may be repaid early; while a card is
 * being charged; while collection is held for another reason than default; for a day to come or before the purchase.
 */
export async function readPayable(
  db: Connection,
  scope: Scope,
  operationId: string,
  { receivedOn, now, lock }: Received,
): Promise<Payable> {
  const books = await (lock ? lockBooks : readBooks)(db, scope, operationId)
  const { substatus, suspensionReason } = books.facts
  const next = books.instalments.find(({ state, amountCents }) => (state === 'pending' || state === 'overdue') && amountCents > 0)
  if (!next || (substatus !== 'payment_process' && suspensionReason !== 'default')) throw refuse('nothingToNote')
  if (books.askedInstalment !== null) throw refuse('cardCharging')
  const capture = books.captures.at(-1)
  if (receivedOn > madridDay(now) || !capture || receivedOn < madridDay(capture.capturedAt)) throw refuse('receivedOn')
  const { number, dueOn } = next
  if (next.state === 'overdue' || dueOn <= receivedOn)
    return { number, dueOn, amountCents: next.amountCents, isEarly: false, savedCents: cents(0) }
  const early = earlyRepaymentOf(books, false, receivedOn)
  if (early === null) throw refuse('nothingToNote')
  return { number, dueOn, amountCents: early.amountCents, isEarly: true, savedCents: cents(next.amountCents - early.amountCents) }
}

/** An instalment that staff notes as paid. `number` and `amountCents`: what they saw. */
type NotedPayment = {
  operationId: string
  number: number
  amountCents: number
  way: NotedWay
  receivedOn: LocalDate
  reason: string
}

/** What a payment that staff wants to note pays; its operation is locked. Refuses as {@link readPayable}, and when that is not what they saw. */
export async function checkNoted(db: Connection, scope: Scope, noted: NotedPayment, now: Date): Promise<Payable> {
  const payable = await readPayable(db, scope, noted.operationId, { receivedOn: noted.receivedOn, now, lock: true })
  if (payable.number !== noted.number || payable.amountCents !== noted.amountCents) throw refuse('otherPayment')
  return payable
}

type ByStaff = { staffId: string; now: Date }

/** Books an instalment that the customer paid outside the card, and tells the customer. Refuses as {@link checkNoted}. */
export async function notePayment(
  services: Pick<Services, 'config'>,
  db: Connection,
  scope: Scope,
  noted: NotedPayment,
  { staffId, now }: ByStaff,
): Promise<void> {
  const { operationId, way, receivedOn, reason } = noted
  const { number, amountCents, isEarly } = await checkNoted(db, scope, noted, now)
  const repayment = {
    operationId,
    instalment: number,
    amountCents,
    repaysAll: isEarly ? false : null,
    askedAt: startOfMadridDay(receivedOn),
  }
  const due = await writeEarlyRepayments(db, scope, [repayment], await lockInstalments(db, scope, [repayment]))
  const id = newId(now)
  await db.run(sql`insert into noted_payments (merchant_id, mode, id, operation_id, instalment, amount_cents, way, received_on, reason, staff_id, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${operationId}, ${number}, ${amountCents}, ${way}, ${receivedOn}, ${reason}, ${staffId}, ${now})`)
  await bookCollections(db, scope, [...due.values()], { now, noted: way })
  await sendReceipt(services, db, scope, { id, operationId, now })
}

type Receipt = { id: string; operationId: string; now: Date }

/** By e-mail; not at all to a customer without an address. */
async function sendReceipt(
  services: Pick<Services, 'config'>,
  db: Connection,
  scope: Scope,
  { id, operationId, now }: Receipt,
): Promise<void> {
  const to = await db.first<{ checkout_id: string; email: string }>(sql`select c.id as checkout_id, o.email from checkouts c
    join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where ${inScope(scope, 'c')} and c.operation_id = ${operationId} and o.email <> ''`)
  if (!to) return
  await queueMessage(services, db, scope, {
    id,
    checkoutId: to.checkout_id,
    channel: 'email',
    purpose: 'payment_noted',
    to: to.email,
    generation: 1,
    now,
  })
}
