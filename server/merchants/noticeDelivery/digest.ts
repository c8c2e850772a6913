import { inboxList } from '#contract/merchants/inbox'
import type { CallName } from '#contract/index'
import { may, withheldCalls } from '#contract/permissions'
import { groupWork, urgencyOf, type WorkGroup } from '#domain/merchants/inbox'
import { cents, formatEuros } from '#domain/platform/money'
import { digestDay } from '#domain/merchants/notices'
import type { Role } from '#domain/access/roles'
import type { Services } from '../../platform/calls/call.ts'
import { withRecipientLanguage, text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { derive, type OpenWork } from '../tasks/derive.ts'

/** The person a digest is for, and the shops that they may enter. */
type Reader = {
  userId: string
  accountId: string
  email: string
  name: string
  role: Role
  withheld: string[]
  shops: { id: string; name: string }[]
}

type DigestSources = Pick<Services, 'database' | 'config'>

/** The digest of a person's open items and of payments since yesterday, in live mode, by shop; null when there is nothing to report. */
async function digest({ database, config }: DigestSources, reader: Reader, now: Date): Promise<{ subject: string; text: string } | null> {
  const parts: string[] = []
  let count = 0
  for (const shop of reader.shops) {
    const work = await readShop(database, reader, shop.id, now)
    const lines = [
      ...groupWork(work.open).map((group) => groupLine(group, shop.id, config.publicUrl, now)),
      ...work.paid.map(({ net_cents }) => text('mail.digest.paid', { amount: formatEuros(cents(net_cents)) })),
    ]
    if (lines.length === 0) continue
    count += work.open.length
    parts.push([...(reader.shops.length > 1 ? [shop.name] : []), ...lines].join('\n'))
  }
  if (parts.length === 0) return null
  const subject = count === 0 ? text('mail.digest.subjectPaid') : text('mail.digest.subject', { count })
  return {
    subject,
    text: text('mail.digest.text', {
      name: reader.name,
      lines: parts.join('\n\n'),
      brand: config.brand.name,
      support: config.brand.supportEmail,
    }),
  }
}

/** Items that the person snoozed are left out. */
async function readShop(database: Services['database'], reader: Reader, merchantId: string, now: Date) {
  const scope = mintScope(merchantId, 'live')
  const withheld = withheldCalls(reader.withheld)
  const mayCall = (call: CallName) => may(reader.role, call) && !withheld.has(call)
  return database.read(scope, async (db) => {
    const [work, snoozes, paid] = await Promise.all([
      derive(db, { scope, accountId: reader.accountId, userId: reader.userId, may: mayCall, now, present: now }),
      db.rows<{ item_key: string }>(sql`select w.item_key from task_snoozes w
        where w.merchant_id = ${merchantId} and w.mode = 'live' and w.user_id = ${reader.userId} and w.until > ${now}`),
      mayCall('settlementDetail')
        ? db.rows<{ net_cents: bigint }>(sql`select s.net_cents from settlements s where s.merchant_id = ${merchantId} and s.mode = 'live'
            and s.value_on >= (${now}::timestamptz - interval '7 days')::date and s.status = 'paid' and s.paid_at > ${now}::timestamptz - interval '1 day' order by s.value_on`)
        : [],
    ])
    const snoozed = new Set(snoozes.map((one) => one.item_key))
    return { open: work.open.filter(({ key }) => !snoozed.has(key)), paid }
  })
}

/** "2 capturas caducan hoy (318,00 €)", and a link to the list. */
function groupLine({ kind, items, amountCents }: WorkGroup<OpenWork>, merchantId: string, publicUrl: string, now: Date): string {
  const today = kind === 'capture' && items.every(({ deadline }) => deadline !== null && urgencyOf(new Date(deadline), now) === 'now')
  const what = today ? text('inbox.group.captureToday', { count: items.length }) : text(`inbox.group.${kind}`, { count: items.length })
  const [only] = items
  const search: Record<string, string> = items.length === 1 && only ? { item: only.key } : { kind }
  const link = `${publicUrl.replace(/\/+$/, '')}/merchants/${hexOf(merchantId)}/inbox?${new URLSearchParams(search).toString()}`
  return text('mail.digest.line', {
    what: amountCents === null ? what : text('mail.digest.amount', { what, amount: formatEuros(cents(amountCents)) }),
    link,
  })
}

type DigestServices = Pick<Services, 'database' | 'now' | 'log' | 'mail' | 'config'>
type ClaimedReader = Omit<Reader, 'shops'> & { shops: { id: string; name: string }[] | null; locale: string | null }

/** How long a worker has a digest to itself. */
const leaseMs = 120_000

/**
 * Sends each person their daily digest, once: the row of person and day is claimed first, and the e-mail's id lets the mail service drop a
 * duplicate after a crash. An empty digest is not sent. Returns how many were sent.
 */
export async function sendDigests(services: DigestServices): Promise<number> {
  let sent = 0
  for (;;) {
    const now = services.now()
    const day = digestDay(now)
    const reader = day === null ? undefined : await claimReader(services, day, now)
    if (day === null || !reader) return sent
    try {
      const email = await withRecipientLanguage(reader.locale, () => digest(services, { ...reader, shops: reader.shops ?? [] }, now))
      if (email) {
        await services.mail({ to: reader.email, id: `digest-${day}-${reader.userId}`, ...email })
        sent += 1
      }
      await services.database.write(null, (db) =>
        db.run(sql`update task_digests set done_at = ${now} where user_id = ${reader.userId} and day = ${day}`),
      )
    } catch (error) {
      // Retried when its lease expires.
      services.log('warn', 'digest_failed', {}, error)
    }
  }
}

/** The next person whose digest is due and not claimed. People who see no inbox, or switched the digest off, have none. */
const claimReader = ({ database }: DigestServices, day: string, now: Date): Promise<ClaimedReader | undefined> =>
  database.write(null, (db) =>
    db.first<ClaimedReader>(sql`with next as (
        select u.id from users u left join notification_settings s on s.user_id = u.id left join task_digests d on d.user_id = u.id and d.day = ${day}
        where u.role = any(${[...inboxList.policy.roles]}::text[]) and u.disabled_at is null and u.password_hash is not null and not u.sandbox_only and (u.access_until is null or u.access_until > ${now})
          and coalesce(s.digest, true) and (d.user_id is null or (d.done_at is null and d.leased_until < ${now})) limit 1 for update of u skip locked
      ), taken as (
        insert into task_digests as d (user_id, day, leased_until) select next.id, ${day}, ${now}::timestamptz + interval '1 millisecond' * ${leaseMs}::integer from next
        on conflict (user_id, day) do update set leased_until = excluded.leased_until where d.done_at is null and d.leased_until < ${now} returning d.user_id
      )
      select u.id as "userId", u.account_id as "accountId", u.email, u.first_name as name, u.locale, u.role, u.withheld,
        (select json_agg(json_build_object('id', m.id, 'name', m.name) order by m.created_at) from merchants m where m.account_id = u.account_id and m.status = 'active'
          and (not exists (select from user_merchants l where l.user_id = u.id) or exists (select from user_merchants l where l.user_id = u.id and l.merchant_id = m.id))) as shops
      from taken join users u on u.id = taken.user_id`),
  )
