import { maskIban } from '#domain/money/iban'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import type { Iban } from '#contract/merchants/ibans'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { deviceWords } from '../../platform/calls/deviceWords.ts'
import { freezeHash } from './freezeHash.ts'

/** The change that a letter announces, in masked words, for whoever holds its link. Refuses with LinkReplaced when there is no such link. */
export const ibanFreezeView: Handler<'ibanFreezeView'> = async ({ services, body }) => {
  const row = await services.database.read(null, (db) =>
    db.first<{
      shop: string
      iban: string
      old: string | null
      who: string
      created_at: Date
      user_agent: string
      state: Iban['status']
      paused_until: Date | null
    }>(sql`
      select m.name as shop, b.iban, p.iban as old, u.first_name || ' ' || u.last_name as who, b.created_at, b.user_agent, b.state, b.paused_until
      from bank_account_letters l join bank_accounts b on b.id = l.bank_account_id join merchants m on m.id = b.merchant_id join users u on u.id = b.requested_by
        left join bank_accounts p on p.id = b.previous_id
      where l.token_hash = ${freezeHash(body.token)} and b.id = ${uuidOf(body.ibanId)}`),
  )
  if (!row) throw new Refusal('LinkReplaced', { why: 'stop' })
  return {
    merchants: [row.shop],
    from: row.old === null ? null : maskIban(row.old),
    to: maskIban(row.iban),
    requestedBy: row.who,
    requestedAt: row.created_at.toISOString(),
    device: deviceWords(row.user_agent),
    status: row.state,
    pausedUntil: row.paused_until?.toISOString() ?? null,
  }
}
