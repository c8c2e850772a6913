import type { SettlementClaim } from '#contract/money/settlements'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** A claim as the database keeps it; amounts in cents. */
export type StoredClaim = {
  id: string
  about: SettlementClaim['about']
  state: SettlementClaim['state']
  difference_cents: bigint
  bank_cents: bigint | null
  bank_on: string | null
  note: string | null
  opened_at: Date
  opened_by_name: string | null
  answer: string | null
  answered_at: Date | null
  closed_at: Date | null
  closed_by_name: string | null
}

/** The last claim of a settlement, or that of an id, whatever became of it; undefined: there never was one. */
export const readClaim = (
  db: Connection,
  { merchantId, mode }: Scope,
  settlementId: string,
  id?: string,
): Promise<StoredClaim | undefined> =>
  db.first<StoredClaim>(sql`select c.id, c.about, c.state, c.difference_cents, c.bank_cents, c.bank_on, c.note, c.opened_at, c.answer, c.answered_at, c.closed_at,
      (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = c.opened_by) as opened_by_name,
      (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = c.closed_by) as closed_by_name
    from settlement_claims c where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.settlement_id = ${settlementId}${id === undefined ? sql`` : sql` and c.id = ${id}`}
    order by c.opened_at desc, c.id desc limit 1`)

/** As the contract says it. */
export const claimOf = (stored: StoredClaim): SettlementClaim => ({
  id: hexOf(stored.id),
  about: stored.about,
  state: stored.state,
  difference: Number(stored.difference_cents),
  bankAmount: stored.bank_cents === null ? null : Number(stored.bank_cents),
  bankOn: stored.bank_on,
  note: stored.note,
  openedAt: stored.opened_at.toISOString(),
  openedBy: stored.opened_by_name,
  answer: stored.answer,
  answeredAt: stored.answered_at?.toISOString() ?? null,
  closedAt: stored.closed_at?.toISOString() ?? null,
  closedBy: stored.closed_by_name,
})
