import { HOUR_MS, addDays, type LocalDate, localDate, madridDay, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CardBalance } from '../payments/cardProvider.ts'
import { ProviderUnreachable } from '../payments/partners.ts'
import { compareDay } from './compareDay.ts'
import { storeMovements } from './movementRows.ts'

/** A day is read this long after it is over: until then the books may wait for an answer of the card provider. */
const afterMs = 3 * HOUR_MS
/** For so many days movements that the card provider lacks are looked for again. */
const lateDays = 7

type Reported = { provider: string; balance: CardBalance }
type Reading = { first: LocalDate; day: LocalDate }

/**
 * Reads what the card provider moved on each day that is over, and compares it with the books; live only. Repeated or interrupted, it changes nothing that
 * it had written. A card provider that does not report its balance is left alone. The first day is the first whole one from now on. Returns how many days were compared.
 */
export async function readBalance(services: Services, stopping?: AbortSignal): Promise<number> {
  const { database, now, payments } = services
  const { name: provider, balance } = payments.cards
  if (!balance) return 0
  let done = 0
  try {
    for (;;) {
      const next = await database.read(null, (db) => nextDay(db, provider))
      if (!next) await begin(services, provider)
      if (!next || startOfNextMadridDay(next.day).getTime() + afterMs > now().getTime() || stopping?.aborted === true) return done
      await readDay(services, { provider, balance }, next)
      done += 1
    }
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    services.log('warn', 'cards_unreachable', { looking: 'balance' }, error)
    return done
  }
}

async function nextDay(db: Connection, provider: string): Promise<Reading | null> {
  const row = await db.first<{ first: string | null; day: string | null }>(
    sql`select min(d.day)::text as first, (min(d.day) filter (where d.compared_at is null))::text as day from card_balance_days d where d.provider = ${provider}`,
  )
  return row?.first && row.day ? { first: localDate(row.first), day: localDate(row.day) } : null
}

const begin = ({ database, now }: Services, provider: string): Promise<unknown> =>
  database.write(null, (db) => addDay(db, provider, addDays(madridDay(now()), 1)))

const addDay = (db: Connection, provider: string, day: LocalDate): Promise<number> =>
  db.run(sql`insert into card_balance_days (provider, day) values (${provider}, ${day}) on conflict (provider, day) do nothing`)

async function readDay(services: Services, { provider, balance }: Reported, { first, day }: Reading): Promise<void> {
  const { database, now } = services
  const from = await database.read(null, (db) => readFrom(db, provider, { first, day }))
  // With the day after it, so that an operation that went on moving is left to that day. A day at a time: a busy month does not fit into memory.
  for (const date of daysFrom(from, addDays(day, 1))) {
    const [since, until] = [startOfMadridDay(date), startOfNextMadridDay(date)]
    if (since > now()) break
    const movements = await balance.list({ from: since, until: until < now() ? until : now(), mode: 'live' })
    await database.write(null, (db) => storeMovements(db, provider, movements, now()))
  }
  const { ledgerCents, differenceCount } = await compareDay(services, { provider, first, day })
  if (differenceCount > 0) services.log('warn', 'card_differences_found', { provider, day, found: differenceCount })
  await database.write(null, async (db) => {
    await sumUp(db, provider, from, day)
    await db.run(
      sql`update card_balance_days d set compared_at = ${now()}, ledger_cents = ${ledgerCents} where d.provider = ${provider} and d.day = ${day}`,
    )
    await addDay(db, provider, addDays(day, 1))
  })
}

function* daysFrom(from: LocalDate, to: LocalDate): Generator<LocalDate> {
  for (let day = from; day <= to; day = addDays(day, 1)) yield day
}

/** The day, or an earlier one whose movements are not all there yet. */
async function readFrom(db: Connection, provider: string, { first, day }: Reading): Promise<LocalDate> {
  const row = await db.first<{ day: string | null }>(sql`select min(d.day)::text as day from card_differences d
    where d.provider = ${provider} and d.kind = 'missing_there' and d.settled_at is null and d.resolved_at is null and d.day >= ${addDays(day, -lateDays)}`)
  const late = row?.day ? localDate(row.day) : day
  const from = late < day ? late : day
  return from < first ? first : from
}

/** The sums of days whose movements were read, also of those that came late. */
const sumUp = (db: Connection, provider: string, from: LocalDate, until: LocalDate): Promise<number> =>
  db.run(sql`update card_balance_days d set movements = s.movements, charges_cents = s.charges, refunds_cents = s.refunds, disputes_cents = s.disputes, fees_cents = s.fees,
      payouts_cents = s.payouts, other_cents = s.other
    from (select m.day, count(*)::integer as movements, coalesce(sum(m.amount_cents) filter (where m.kind = 'charge'), 0) as charges,
        coalesce(sum(m.amount_cents) filter (where m.kind = 'refund'), 0) as refunds, coalesce(sum(m.amount_cents) filter (where m.kind = 'dispute'), 0) as disputes,
        coalesce(sum(m.amount_cents) filter (where m.kind = 'fee'), 0) - sum(m.fee_cents) as fees, coalesce(sum(m.amount_cents) filter (where m.kind = 'payout'), 0) as payouts,
        coalesce(sum(m.amount_cents) filter (where m.kind = 'other'), 0) as other
      from card_movements m where m.provider = ${provider} and m.day between ${from} and ${until} group by 1) s
    where d.provider = ${provider} and d.day = s.day`)
