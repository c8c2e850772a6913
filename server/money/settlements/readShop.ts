import { localDate, madridDay, weekday } from '#domain/platform/dates'
import { cents, ZERO, type Cents } from '#domain/platform/money'
import type { PaymentRhythm, Waiting } from '#domain/money/settlement'
import type { Connection } from '../../platform/database/database.ts'
import type { Mode, Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { MinimumFee } from '../ledger/minimumFeesDue.ts'

/** A shop's terms, what waits for its next settlement, and what the last one left; amounts in cents. */
export type SettlingShop = Waiting & {
  rhythm: PaymentRhythm
  reserveBps: number
  reserveDays: number
  openingCents: Cents
  /** Null without such an agreement. */
  minimumFee: MinimumFee | null
  /** Last four of the account that it is paid to. */
  ibanLast4: string | null
}

/** Reads a shop for its next settlement. A weekly shop's weekday is that of the day it went live. */
export async function readShop(db: Connection, { merchantId, mode }: Scope): Promise<SettlingShop> {
  // Fenced off: otherwise the least is looked for along the index by time, past every line that was ever settled.
  const oldestLine = sql`select min(u.occurred_at) as oldest_at from (select occurred_at from settlement_lines
    where merchant_id = ${merchantId} and mode = ${mode} and settlement_id is null offset 0) u`
  const row = await db.first<{
    payment_frequency: 'daily' | 'weekly'
    since: Date
    reserve_bps: number
    reserve_days: number
    minimum_fee_cents: bigint | null
    minimum_fee_from: string | null
    iban_last4: string | null
    oldest_at: Date | null
    release_on: string | null
    last_value_on: string | null
    closing_cents: bigint | null
  }>(sql`select m.payment_frequency, coalesce(m.live_on, m.created_at) as since, m.reserve_bps, m.reserve_days, m.minimum_fee_cents, m.minimum_fee_from, (select right(b.iban, 4) from bank_accounts b where b.id = m.bank_account_id) as iban_last4,
      l.oldest_at, r.release_on, s.value_on as last_value_on, s.closing_cents
    from merchants m
      cross join (${oldestLine}) l
      cross join (select min(reserve_release_on) as release_on from settlements where merchant_id = ${merchantId} and mode = ${mode}
        and reserve_held_cents < 0 and reserve_released_in is null) r
      left join lateral (select value_on, closing_cents from settlements where merchant_id = ${merchantId} and mode = ${mode} order by value_on desc limit 1) s on true
    where m.id = ${merchantId}`)
  if (!row) throw new Error('a shop without a row')
  return {
    rhythm: { frequency: row.payment_frequency, weekday: weekday(madridDay(row.since)) },
    reserveBps: row.reserve_bps,
    reserveDays: row.reserve_days,
    minimumFee: minimumOf(row, mode),
    ibanLast4: row.iban_last4,
    oldestOn: row.oldest_at && madridDay(row.oldest_at),
    releaseOn: row.release_on === null ? null : localDate(row.release_on),
    lastValueOn: row.last_value_on === null ? null : localDate(row.last_value_on),
    openingCents: row.closing_cents === null ? ZERO : cents(row.closing_cents),
  }
}

/** Test mode charges nothing. */
function minimumOf(row: { minimum_fee_cents: bigint | null; minimum_fee_from: string | null }, mode: Mode): SettlingShop['minimumFee'] {
  const { minimum_fee_cents: least, minimum_fee_from: from } = row
  return mode !== 'live' || least === null || from === null ? null : { cents: cents(least), from: localDate(from) }
}
