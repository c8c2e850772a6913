import { addDays, addMonths, localDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { REFUND_DAYS, UNAUTHORISED_MONTHS } from '#domain/money/directDebit'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

type Row = { state: string; due_on: string; booked_at: Date | null }

const DAY = 86_400_000
/** How often the bank is asked about what it will charge. */
const pendingMs = 15 * 60_000
/** About what was charged or cancelled; and about what only comes back as never authorised. */
const restMs = DAY
const rareMs = 7 * DAY
/** What ends on a last day reaches us so much later. */
const slackDays = 10

/**
 * Puts off when the bank is asked about a debit again, or forgets it when nothing can come of it any more. `isHeard`: the bank knows of it; what it must
 * still hear of is asked for as soon as its lease ends. A cancelled one is asked about too: a bank may have heard of it in spite of all.
 */
export async function askLater(db: Connection, { merchantId, mode }: Scope, id: string, isHeard: boolean, now: Date): Promise<void> {
  const row = await db.first<Row>(
    sql`select d.state, d.due_on, d.booked_at from debits d where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id}`,
  )
  const isOpen = row?.state === 'notified' || row?.state === 'sent'
  if (isOpen && !isHeard) return
  const waitMs = row ? waitOf(row, isOpen, now) : null
  await db.run(
    waitMs === null
      ? sql`delete from debit_queue q where q.merchant_id = ${merchantId} and q.debit_id = ${id}`
      : sql`update debit_queue q set ask_at = ${new Date(now.getTime() + waitMs)} where q.merchant_id = ${merchantId} and q.debit_id = ${id}`,
  )
}

/** How long the bank is left in peace, in milliseconds; null: for ever. */
function waitOf({ state, due_on: dueOn, booked_at: bookedAt }: Row, isOpen: boolean, now: Date): number | null {
  if (isOpen) return pendingMs
  const today = madridDay(now)
  if (state === 'cancelled') return today > addDays(localDate(dueOn), slackDays) ? null : restMs
  if (state !== 'booked' || bookedAt === null) return null
  const bookedOn = madridDay(bookedAt)
  if (now >= startOfMadridDay(addDays(addMonths(bookedOn, UNAUTHORISED_MONTHS), slackDays))) return null
  return today > addDays(bookedOn, REFUND_DAYS + slackDays) ? rareMs : restMs
}
