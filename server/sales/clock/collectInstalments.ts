import type { Connection } from '../../platform/database/database.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'
import { bookCollections, bookDeclines, type DeclinedInstalment } from './bookCollections.ts'
import { lockInstalments } from './lockInstalments.ts'
import { openCharges, type Cardless, type OpenCharge } from './openCharges.ts'

/** Maximum concurrent charges. */
const maxConcurrent = 10

type Answered = OpenCharge & { state: 'captured' | 'declined'; reference: string }

/**
 * Collects due instalments from the cards on file, in three steps: the charge is recorded, the card is charged outside any transaction, the outcome is
 * booked. After an interruption at any point, a retry repeats the charge with the same idempotency key and books it once. Returns the operations that were
 * written to; throws when a card provider could not be reached, after booking the others.
 */
export async function collectInstalments(services: Services, scope: Scope, operationIds: readonly string[]): Promise<string[]> {
  const now = services.now()
  const { charges, cardless } = await services.database.write(scope, async (db) => {
    const opened = await openCharges(db, scope, { operationIds, now })
    if (opened.cardless.length > 0) await bookCardless(db, scope, opened.cardless, now)
    return opened
  })
  const { answered, failure } = await ask(services, scope, charges)
  const wrong = answered.length === 0 ? [] : await services.database.write(scope, (db) => book(db, scope, answered, services.now()))
  if (wrong.length > 0) await refundCharges(services, scope, wrong)
  if (failure !== undefined) throw failure
  const givenBack = new Set(wrong.map(({ operationId }) => operationId))
  return [...cardless, ...answered].map(({ operationId }) => operationId).filter((id) => !givenBack.has(id))
}

async function bookCardless(db: Connection, scope: Scope, cardless: readonly Cardless[], now: Date): Promise<void> {
  const due = await lockInstalments(db, scope, cardless)
  await bookDeclines(
    db,
    scope,
    [...due.values()].map((one): DeclinedInstalment => ({ ...one, event: 'card_missing' })),
    now,
  )
}

async function ask(services: Services, scope: Scope, charges: readonly OpenCharge[]): Promise<{ answered: Answered[]; failure: unknown }> {
  const answered: Answered[] = []
  let failure: unknown
  const waiting = [...charges]
  const line = async () => {
    for (let charge = waiting.shift(); charge; charge = waiting.shift()) {
      const { id, method, amountCents } = charge
      try {
        answered.push({ ...charge, ...(await services.payments.cards.charge({ id, method, amountCents, mode: scope.mode })) })
      } catch (error) {
        // Outcome unknown: the charge stays recorded and is retried.
        failure ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, charges.length) }, line))
  return { answered, failure }
}

/** Books the outcomes of charges that are still open; returns those that collected an amount no longer owed. */
async function book(db: Connection, scope: Scope, answered: readonly Answered[], now: Date): Promise<Answered[]> {
  const due = await lockInstalments(db, scope, answered)
  const open = new Set(
    (
      await db.rows<{ id: string }>(sql`select c.id from charges c where ${inScope(scope, 'c')}
        and c.id = any(${answered.map(({ id }) => id)}::uuid[]) and c.state = 'asked'`)
    ).map(({ id }) => id),
  )
  const matched = answered.flatMap((answer) => {
    const instalment = due.get(answer.operationId)
    return instalment && open.has(answer.id) ? [{ answer, instalment }] : []
  })
  const captured = matched.filter(({ answer }) => answer.state === 'captured')
  const owed = captured.filter(
    ({ answer, instalment: { state, isPaid, amountCents } }) =>
      !isPaid && amountCents === answer.amountCents && (state === 'pending' || state === 'overdue' || state === 'refunded'),
  )
  const declined = matched.filter(({ answer }) => answer.state === 'declined')
  await bookCollections(
    db,
    scope,
    owed.map(({ instalment }) => instalment),
    now,
  )
  await bookDeclines(
    db,
    scope,
    declined.map(({ instalment }) => ({ ...instalment, event: 'instalment_declined' as const })),
    now,
  )
  await noteAnswers(
    db,
    scope,
    [...owed, ...declined].map(({ answer }) => answer),
  )
  return captured.filter((one) => !owed.includes(one)).map(({ answer }) => answer)
}

async function noteAnswers(db: Connection, scope: Scope, answers: readonly Answered[]): Promise<void> {
  await db.run(sql`update charges c set state = a.state, provider_reference = a.reference
    from unnest(${answers.map(({ id }) => id)}::uuid[], ${answers.map(({ state }) => state)}::text[], ${answers.map(({ reference }) => reference)}::text[]) a (id, state, reference)
    where ${inScope(scope, 'c')} and c.id = a.id`)
}

/** A refund or a capture changed the plan while the card was being charged: the charge is refunded in full and the right amount is charged anew. */
async function refundCharges(services: Services, scope: Scope, wrong: readonly Answered[]): Promise<void> {
  for (const { reference } of wrong) await services.payments.cards.release(reference)
  await services.database.write(scope, (db) =>
    db.run(sql`update charges c set state = 'released', provider_reference = w.reference
      from unnest(${wrong.map(({ id }) => id)}::uuid[], ${wrong.map(({ reference }) => reference)}::text[]) w (id, reference)
      where ${inScope(scope, 'c')} and c.id = w.id and c.state = 'asked'`),
  )
}
