import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { deliver } from './deliver.ts'

type Due = { merchant_id: string; mode: Mode; refund_id: string; attempts: number }

/** Whoever sends a letter has it to himself for so long, and so long it rests after a failure, doubled each time up to a day. */
const restMs = 60_000
const dayMs = 86_400_000
/** Some four days; then it stays as it is, for the shop to send again. */
const mostAttempts = 14
/** So many are sent at a time: the other connections are for whoever works in the panel meanwhile. */
const atATime = 4

/**
 * Tells customers of refunds that went out, by the letters that are due. A letter is struck off when it was handed over or refused for good; any other
 * waits and is tried again. Returns how many were struck off.
 */
export async function sendRefundMessages(services: Services): Promise<number> {
  let done = 0
  for (;;) {
    const due = await takeLetters(services)
    if (due.length === 0) return done
    const sent = await Promise.all(due.map(async (letter) => ((await send(services, letter)) ? [letter] : [])))
    await strikeOff(services, sent.flat())
    done += sent.flat().length
  }
}

/** The oldest letters that are due; two workers never have the same. */
const takeLetters = ({ database, now }: Services): Promise<Due[]> =>
  database.write(null, (db) =>
    db.rows<Due>(sql`with due as (
        select merchant_id, mode, refund_id from refund_letters where send_at <= ${now()} order by send_at limit ${atATime} for update skip locked
      )
      update refund_letters l set attempts = l.attempts + 1,
        send_at = ${now()}::timestamptz + least(${restMs}::bigint * power(2, least(l.attempts, 20)), ${dayMs}::bigint) * interval '1 millisecond'
      from due where (l.merchant_id, l.mode, l.refund_id) = (due.merchant_id, due.mode, due.refund_id)
      returning l.merchant_id, l.mode, l.refund_id, l.attempts`),
  )

/** True when nothing is left to do for it. */
async function send(services: Services, due: Due): Promise<boolean> {
  const { merchant_id: merchantId, mode, refund_id: refundId, attempts } = due
  try {
    await deliver(services, { merchantId, mode, deliveryId: refundId })
    return true
  } catch (error) {
    services.log('warn', 'letter_waits', { refundId }, error)
    return attempts >= mostAttempts
  }
}

/** One that the shop asked for again meanwhile counts from the beginning, and stays. */
async function strikeOff({ database }: Services, letters: readonly Due[]): Promise<void> {
  if (letters.length === 0) return
  await database.write(null, (db) =>
    db.run(sql`delete from refund_letters l using unnest(${letters.map((one) => one.merchant_id)}::uuid[], ${letters.map((one) => one.mode)}::mode[],
        ${letters.map((one) => one.refund_id)}::uuid[], ${letters.map((one) => one.attempts)}::integer[]) done (merchant_id, mode, refund_id, attempts)
      where (l.merchant_id, l.mode, l.refund_id, l.attempts) = (done.merchant_id, done.mode, done.refund_id, done.attempts)`),
  )
}
