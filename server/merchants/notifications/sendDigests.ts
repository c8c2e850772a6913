import { inboxList } from '#contract/merchants/inbox'
import { digestDay } from '#domain/merchants/notices'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo } from '../../platform/calls/messages.ts'
import { digest, type Reader } from './digest.ts'

type DigestServices = Pick<Services, 'database' | 'now' | 'log' | 'mail' | 'config'>
type Taken = Omit<Reader, 'shops'> & { shops: { id: string; name: string }[] | null; locale: string | null }

/** Whoever composes a digest has it to himself for so long. */
const leaseMs = 120_000

/**
 * Sends each person their digest of the day, once: the row of person and day is taken before, and the letter's id makes a second handing over,
 * after a crash, the same letter. Nothing to say sends nothing. Returns how many were handed over.
 */
export async function sendDigests(services: DigestServices): Promise<number> {
  let sent = 0
  for (;;) {
    const now = services.now()
    const day = digestDay(now)
    const reader = day === null ? undefined : await takeReader(services, day, now)
    if (day === null || !reader) return sent
    try {
      const letter = await speakingTo(reader.locale, () => digest(services, { ...reader, shops: reader.shops ?? [] }, now))
      if (letter) {
        await services.mail({ to: reader.email, id: `digest-${day}-${reader.userId}`, ...letter })
        sent += 1
      }
      await services.database.write(null, (db) =>
        db.run(sql`update work_digests set done_at = ${now} where user_id = ${reader.userId} and day = ${day}`),
      )
    } catch (error) {
      // Its lease runs out, and it is tried again.
      services.log('warn', 'digest_waits', {}, error)
    }
  }
}

/** The next person whose digest is due and in nobody's hands. People who see no inbox, or want no digest, have none. */
const takeReader = ({ database }: DigestServices, day: string, now: Date): Promise<Taken | undefined> =>
  database.write(null, (db) =>
    db.first<Taken>(sql`with next as (
        select u.id from users u left join notice_settings s on s.user_id = u.id left join work_digests d on d.user_id = u.id and d.day = ${day}
        where u.role = any(${[...inboxList.policy.roles]}::text[]) and u.disabled_at is null and u.password_hash is not null and not u.sandbox_only and (u.access_until is null or u.access_until > ${now})
          and coalesce(s.digest, true) and (d.user_id is null or (d.done_at is null and d.leased_until < ${now})) limit 1 for update of u skip locked
      ), taken as (
        insert into work_digests as d (user_id, day, leased_until) select next.id, ${day}, ${now}::timestamptz + interval '1 millisecond' * ${leaseMs}::integer from next
        on conflict (user_id, day) do update set leased_until = excluded.leased_until where d.done_at is null and d.leased_until < ${now} returning d.user_id
      )
      select u.id as "userId", u.account_id as "accountId", u.email, u.first_name as name, u.locale, u.role, u.withheld,
        (select json_agg(json_build_object('id', m.id, 'name', m.name) order by m.created_at) from merchants m where m.account_id = u.account_id and m.status = 'active'
          and (not exists (select from user_merchants l where l.user_id = u.id) or exists (select from user_merchants l where l.user_id = u.id and l.merchant_id = m.id))) as shops
      from taken join users u on u.id = taken.user_id`),
  )
