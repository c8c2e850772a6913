import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { paymentsPaused } from './paymentsPaused.ts'

/**
 * Makes a payout for each closed settlement of a live shop that has none, to the account that the shop has now; a shop without one is paid
 * once it has, and one whose change of account cools off after being asked for from a new device is paid afterwards (docs/domain.md#bank-accounts). Test
 * mode is never paid.
 */
export async function queuePayouts(db: Connection, { merchantId, mode }: Scope, now: Date): Promise<void> {
  if (mode !== 'live') return
  await db.run(sql`with made as (
      insert into payouts (merchant_id, mode, settlement_id, reference, amount_cents, iban, holder_name, value_on)
      select s.merchant_id, s.mode, s.id, s.reference, s.net_cents, b.iban, b.holder_name, s.value_on
      from settlements s join merchants m on m.id = s.merchant_id join bank_accounts b on b.id = m.bank_account_id
      where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.status = 'closed' and s.net_cents > 0
        and not ${paymentsPaused}
        and not exists (select from payouts p where p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id)
      returning merchant_id, mode, settlement_id, reference, iban
    ), queued as (
      insert into payout_queue (merchant_id, settlement_id, reference, ask_at) select merchant_id, settlement_id, reference, ${now} from made
    )
    update settlements s set iban_last4 = right(made.iban, 4) from made where s.merchant_id = made.merchant_id and s.mode = made.mode and s.id = made.settlement_id`)
}
