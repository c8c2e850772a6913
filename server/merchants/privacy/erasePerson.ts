import type { ErasureGround } from '#domain/merchants/retention'
import { record } from '../../platform/audit/record.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'

const modes: readonly Mode[] = ['live', 'sandbox']

type Leaver = { id: string; account_id: string; email: string; first_name: string; last_name: string; shops: string[] }

/** Who erases: the retention job, or the provider on request; `inRegister`: which are in the register already. */
type Erasing = { by: 'clock' | ErasureGround; requestId: string; now: Date; inRegister?: true }

/**
 * Erases the name of somebody who has left the team: every screen, the activity log included, shows "persona que ya no está" with a number
 * that tells people apart. Their credentials, devices, settings and e-mails are deleted; their actions stay under their id. Can be repeated
 * after a crash. False for an unknown person, or one still in the team.
 */
export async function erasePerson(database: Database, userId: string, { by, requestId, now, inRegister }: Erasing): Promise<boolean> {
  const person = await database.read(null, (db) =>
    db.first<Leaver>(sql`select u.id, u.account_id, u.email, u.first_name, u.last_name, array(select m.id::text from merchants m where m.account_id = u.account_id) as shops
      from users u where u.id = ${userId} and u.removed_at is not null and u.erased_at is null`),
  )
  if (!person) return false
  for (const shop of person.shops)
    for (const mode of modes)
      await database.write(mintScope(shop, mode), async (db) => {
        for (const query of inShop(person)) db.send(query)
      })
  return database.write(null, async (db) => {
    const named = await db.run(sql`update users u set email = ${`${hexOf(userId)}@borrado.invalid`}, first_name = ${text('privacy.leaver')},
        last_name = ${`(${hexOf(userId).slice(-4)})`}, password_hash = null, prefered_merchant_id = null, erased_at = ${now}
      where u.id = ${userId} and u.erased_at is null`)
    if (named === 0) return false
    for (const query of ofAccount(person)) db.send(query)
    if (by !== 'clock' && !inRegister) registerPerson(db, person, { ground: by, now })
    await record(db, {
      accountId: person.account_id,
      merchantId: null,
      mode: null,
      userId: null,
      role: by === 'clock' ? null : 'operator',
      ip: null,
      call: by === 'clock' ? 'personForget' : 'operator.erase-person',
      entity: 'user',
      entityId: userId,
      ...(by !== 'clock' && { after: { ground: by } }),
      requestId,
    })
    return true
  })
}

function registerPerson(
  db: Connection,
  { id, account_id: accountId }: Leaver,
  { ground, now }: { ground: ErasureGround; now: Date },
): void {
  db.send(sql`with line as (insert into erasures (id, kind, account_id, object_id, ground, at)
    values (${newId(now)}, 'person', ${accountId}, ${id}, ${ground}, ${now}) returning id) insert into erasure_copies (erasure_id) select id from line`)
}

/** The address may by now belong to somebody in a team: e-mails to it are theirs. */
const nobodyElse = (email: string): Sql => sql`not exists (select from users u where u.email = ${email} and u.removed_at is null)`

/** The person's rows in tables with row-level security, for each shop and mode. */
const inShop = ({ id, email }: Leaver): Sql[] => [
  sql`delete from task_snoozes t where t.merchant_id = scope_merchant() and t.mode = scope_mode() and t.user_id = ${id}`,
  sql`delete from operation_visits t where t.merchant_id = scope_merchant() and t.mode = scope_mode() and t.user_id = ${id}`,
  sql`delete from operation_views t where t.merchant_id = scope_merchant() and t.mode = scope_mode() and t.user_id = ${id}`,
  sql`update reports t set recipients = array_remove(t.recipients, ${email}) where t.merchant_id = scope_merchant() and t.mode = scope_mode() and ${email} = any(t.recipients)
    and ${nobodyElse(email)}`,
  sql`update report_schedules t set recipients = array_remove(t.recipients, ${email}) where t.merchant_id = scope_merchant() and t.mode = scope_mode() and ${email} = any(t.recipients)
    and ${nobodyElse(email)}`,
]

/** Tables of a person without actions done for the company. */
const personal = [
  sql`password_history`,
  sql`one_time_links`,
  sql`email_changes`,
  sql`authenticators`,
  sql`passkeys`,
  sql`recovery_codes`,
  sql`known_devices`,
  sql`device_checks`,
  sql`continuations`,
  sql`push_subscriptions`,
  sql`notification_reads`,
  sql`notification_choices`,
  sql`notification_settings`,
  sql`outbox`,
  sql`till_pins`,
  sql`till_guesses`,
  sql`refund_spendings`,
]

const ofAccount = ({ id, account_id: accountId, email, first_name: first, last_name: last }: Leaver): Sql[] => [
  ...personal.map((table) => sql`delete from ${table} t where t.user_id = ${id}`),
  sql`update sessions s set ip = null, user_agent = null where s.user_id = ${id}`,
  sql`update bank_accounts b set user_agent = '' where b.requested_by = ${id}`,
  // Notices to others that name the person.
  sql`delete from notifications n where n.account_id = ${accountId} and (n.user_id = ${id}
    or exists (select from jsonb_array_elements(n.values) v where v->>'value' in (${`${first} ${last}`.trim()}, ${email})))`,
]
