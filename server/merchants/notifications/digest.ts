import { inboxList } from '#contract/merchants/inbox'
import type { CallName } from '#contract/index'
import { may, withheldCalls } from '#contract/permissions'
import { groupWork, urgencyOf, type WorkGroup } from '#domain/merchants/inbox'
import { cents, formatEuros } from '#domain/platform/money'
import { digestDay } from '#domain/merchants/notices'
import type { Role } from '#domain/access/roles'
import type { Services } from '../../platform/calls/call.ts'
import { mayEnter } from '../../platform/calls/membership.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { deriveOpen, type OpenWork } from '../tasks/derive.ts'

/** The person a digest is for, and the shops that they may enter in all their accounts. */
type Reader = { userId: string; email: string; name: string; shops: Shop[] }
/** A shop, with what the person may do in its account. */
type Shop = { id: string; name: string; accountId: string; role: Role; withheld: string[] }

type DigestSources = Pick<Services, 'database' | 'config'>

/** The digest of a person's open items and of payments since yesterday, in live mode, by shop; null when there is nothing to report. */
async function digest({ database, config }: DigestSources, reader: Reader, now: Date): Promise<{ subject: string; text: string } | null> {
  const parts: string[] = []
  let count = 0
  for (const shop of reader.shops) {
    const work = await readShop(database, reader.userId, shop, now)
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
async function readShop(database: Services['database'], userId: string, shop: Shop, now: Date) {
  const merchantId = shop.id
  const scope = mintScope(merchantId, 'live')
  const withheld = withheldCalls(shop.withheld)
  const mayCall = (call: CallName) => may(shop.role, call) && !withheld.has(call)
  return database.read(scope, async (db) => {
    const [work, paid] = await Promise.all([
      deriveOpen(db, { scope, accountId: shop.accountId, userId, may: mayCall, now, present: now }),
      mayCall('settlementDetail')
        ? db.rows<{ net_cents: bigint }>(sql`select s.net_cents from settlements s where s.merchant_id = ${merchantId} and s.mode = 'live'
            and s.value_on >= (${now}::timestamptz - interval '7 days')::date and s.status = 'paid' and s.paid_at > ${now}::timestamptz - interval '1 day' order by s.value_on`)
        : [],
    ])
    return { open: work.open, paid }
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
type ClaimedReader = Omit<Reader, 'shops'> & { shops: Shop[] | null; locale: string | null }

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
      const email = await speakingTo(reader.locale, () => digest(services, { ...reader, shops: reader.shops ?? [] }, now))
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

/** SQL condition: member `u` reads inboxes in live mode. */
const readsInbox = (now: Date): Sql =>
  sql`u.role = any(${[...inboxList.policy.roles]}::text[]) and not u.sandbox_only and ${mayEnter(sql`u`, now)}`

/** The next person whose digest is due and not claimed. People who see no inbox, or switched the digest off, have none. */
const claimReader = ({ database }: DigestServices, day: string, now: Date): Promise<ClaimedReader | undefined> =>
  database.write(null, (db) =>
    db.first<ClaimedReader>(sql`with next as (
        select p.id from users p left join notification_settings s on s.user_id = p.id left join task_digests d on d.user_id = p.id and d.day = ${day}
        where exists (select from members u where u.id = p.id and ${readsInbox(now)}) and coalesce(s.digest, true) and (d.user_id is null or (d.done_at is null and d.leased_until < ${now})) limit 1 for update of p skip locked
      ), taken as (
        insert into task_digests as d (user_id, day, leased_until) select next.id, ${day}, ${now}::timestamptz + interval '1 millisecond' * ${leaseMs}::integer from next
        on conflict (user_id, day) do update set leased_until = excluded.leased_until where d.done_at is null and d.leased_until < ${now} returning d.user_id
      )
      select p.id as "userId", p.email, p.first_name as name, p.locale,
        (select json_agg(json_build_object('id', m.id, 'name', m.name, 'accountId', u.account_id, 'role', u.role, 'withheld', u.withheld) order by u.joined_at, u.account_id, m.created_at)
          from members u join merchants m on m.account_id = u.account_id and m.status = 'active' and ${entersShop(sql`m.id`)}
          where u.id = p.id and ${readsInbox(now)}) as shops
      from taken join users p on p.id = taken.user_id`),
  )
