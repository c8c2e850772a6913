import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { isRecentFormerOwner } from '../../platform/calls/ownerStanding.ts'

/** How long a letter about money also goes to the address that an owner had before (as long as that one can take its change back). */
const previousMs = 7 * 24 * 3_600_000

/** Every owner of the company, whoever was one until a few days ago, and the shop's billing address get a letter: written with the change itself, so that none is lost. */
export function writeIbanEmails(db: Connection, bankAccountId: string, kind: 'requested' | 'approved', now: Date): void {
  db.send(sql`insert into bank_account_letters (id, bank_account_id, kind, recipient, send_at)
    select (substr(${newId(now)}, 1, 23) || substr(gen_random_uuid()::text, 24))::uuid, ${bankAccountId}::uuid, ${kind}, r.recipient, ${now}
    from bank_accounts b cross join lateral (
      select u.email from users u where u.account_id = b.account_id and (u.role = 'owner' and u.disabled_at is null or ${isRecentFormerOwner(now)})
      union select c.old_email from email_changes c join users u on u.id = c.user_id where u.account_id = b.account_id and u.role = 'owner'
        and c.state = 'done' and c.ended_at > ${new Date(now.getTime() - previousMs)}
      union select m.billing_email from merchants m where m.id = b.merchant_id and m.billing_email is not null) r (recipient)
    where b.id = ${bankAccountId}`)
}
