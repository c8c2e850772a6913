import type { ErasureGround } from '#domain/merchants/retention'
import { record } from '../../platform/audit/record.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import type { MemberId } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'

const modes: readonly Mode[] = ['live', 'sandbox']

type Leaver = { id: string; account_id: string; email: string; first_name: string; last_name: string; shops: string[] }

/** Who erases: the retention job, or the provider on request; `inRegister`: which are in the register already. */
type Erasing = { by: 'clock' | ErasureGround; requestId: string; now: Date; inRegister?: true }

/**
 * Erases somebody who has left an account: what that account holds about them, and with the last account that holds something their name, credentials,
 * devices and settings too. Every screen, the activity log included, shows "persona que ya no está" then, with a number that tells people apart; their actions
 * stay under their id. Can be repeated after a crash. False for an unknown person, or one still in the account.
 */
export async function erasePerson(
  database: Database,
  { accountId, userId }: MemberId,
  { by, requestId, now, inRegister }: Erasing,
): Promise<boolean> {
  const person = await database.read(null, (db) =>
    db.first<Leaver>(sql`select u.id, m.account_id, u.email, u.first_name, u.last_name, array(select s.id::text from merchants s where s.account_id = m.account_id) as shops
      from memberships m join users u on u.id = m.user_id
      where m.account_id = ${accountId} and m.user_id = ${userId} and m.removed_at is not null and m.erased_at is null`),
  )
  if (!person) return false
  for (const shop of person.shops)
    for (const mode of modes)
      await database.write(mintScope(shop, mode), async (db) => {
        for (const query of inShop(person)) db.send(query)
      })
  return database.write(null, async (db) => {
    const erased = await db.run(sql`update memberships m set erased_at = ${now}
      where m.account_id = ${accountId} and m.user_id = ${userId} and m.erased_at is null`)
    if (erased === 0) return false
    for (const query of inAccount(person)) db.send(query)
    const named = await db.run(sql`update users u set email = ${erasedAddress(userId)}, first_name = ${text('privacy.leaver')},
        last_name = ${`(${hexOf(userId).slice(-4)})`}, password_hash = null, prefered_merchant_id = null, erased_at = ${now}
      where u.id = ${userId} and u.closed_at is not null and u.erased_at is null
        and not exists (select from memberships o where o.user_id = u.id and o.erased_at is null)`)
    if (named > 0) for (const query of ofPerson(userId)) db.send(query)
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

const erasedAddress = (userId: string): string => `${hexOf(userId)}@borrado.invalid`

function registerPerson(
  db: Connection,
  { id, account_id: accountId }: Leaver,
  { ground, now }: { ground: ErasureGround; now: Date },
): void {
  db.send(sql`with line as (insert into erasures (id, kind, account_id, object_id, ground, at)
    values (${newId(now)}, 'person', ${accountId}, ${id}, ${ground}, ${now}) returning id) insert into erasure_copies (erasure_id) select id from line`)
}

/** The address may by now belong to somebody of the account: e-mails to it are theirs. */
const nobodyElse = ({ account_id: accountId, email }: Leaver): Sql =>
  sql`not exists (select from members u where u.account_id = ${accountId} and u.email = ${email} and u.removed_at is null)`

/** The person's rows in tables with row-level security, for each shop and mode. */
const inShop = (person: Leaver): Sql[] => {
  const { id, email } = person
  return [
    sql`delete from task_snoozes t where t.merchant_id = scope_merchant() and t.mode = scope_mode() and t.user_id = ${id}`,
    sql`delete from operation_visits t where t.merchant_id = scope_merchant() and t.mode = scope_mode() and t.user_id = ${id}`,
    sql`delete from operation_views t where t.merchant_id = scope_merchant() and t.mode = scope_mode() and t.user_id = ${id}`,
    sql`update reports t set recipients = array_remove(t.recipients, ${email}) where t.merchant_id = scope_merchant() and t.mode = scope_mode() and ${email} = any(t.recipients)
    and ${nobodyElse(person)}`,
    sql`update report_schedules t set recipients = array_remove(t.recipients, ${email}) where t.merchant_id = scope_merchant() and t.mode = scope_mode() and ${email} = any(t.recipients)
    and ${nobodyElse(person)}`,
    sql`delete from package_recipients t where t.merchant_id = scope_merchant() and t.mode = scope_mode() and t.email = ${email} and ${nobodyElse(person)}`,
  ]
}

/** What the account holds about the person beside what they did for it. */
const inAccount = (person: Leaver): Sql[] => {
  const { id, account_id: accountId, email, first_name: first, last_name: last, shops } = person
  const ofNotices = sql`t.user_id = ${id} and t.notification_id in (select n.id from notifications n where n.account_id = ${accountId})`
  return [
    sql`delete from user_merchants t where t.user_id = ${id} and t.merchant_id = any(${shops}::uuid[])`,
    sql`delete from one_time_links t where t.user_id = ${id} and t.account_id = ${accountId}`,
    sql`delete from notification_reads t where ${ofNotices}`,
    // What belongs to no account goes with the person.
    sql`delete from outbox t where t.user_id = ${id} and t.account_id = ${accountId}`,
    sql`delete from till_pins t using tills k where k.id = t.till_id and k.account_id = ${accountId} and t.user_id = ${id}`,
    sql`delete from refund_spendings t where t.user_id = ${id} and t.account_id = ${accountId}`,
    sql`update bank_accounts b set user_agent = '' where b.requested_by = ${id} and b.account_id = ${accountId}`,
    // Notices to others that name the person.
    sql`delete from notifications n where n.account_id = ${accountId} and (n.user_id = ${id}
    or exists (select from jsonb_array_elements(n.values) v where v->>'value' in (${`${first} ${last}`.trim()}, ${email})))`,
  ]
}

/** Tables of a person that belong to no account. */
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
  sql`notification_choices`,
  sql`notification_settings`,
  sql`outbox`,
  sql`till_guesses`,
]

const ofPerson = (userId: string): Sql[] => [
  ...personal.map((table) => sql`delete from ${table} t where t.user_id = ${userId}`),
  sql`update sessions s set ip = null, user_agent = null where s.user_id = ${userId}`,
]
