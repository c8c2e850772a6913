import { inboxList } from '#contract/merchants/inbox'
import type { CallName } from '#contract/index'
import { may, withheldCalls } from '#contract/permissions'
import { groupWork, urgencyOf, type WorkGroup } from '#domain/merchants/inbox'
import { cents, formatEuros } from '#domain/platform/money'
import { digestDay } from '#domain/merchants/notices'
import type { Role } from '#domain/access/roles'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { insertIntoOutbox } from '../../platform/outbox/enqueue.ts'
import { derive, type OpenWork } from '../tasks/derive.ts'

/** The person a digest is for, and the shops that they may enter. */
type Reader = {
  userId: string
  accountId: string
  email: string
  locale: string | null
  name: string
  role: Role
  withheld: string[]
  shops: { id: string; name: string }[]
}
/** What is open in a shop, and what was paid to it since yesterday. */
type ShopFacts = { id: string; name: string; open: OpenWork[]; paid: { net_cents: bigint }[] }
type Facts = { email: string; locale: string | null; name: string; now: Date; shops: ShopFacts[]; severalShops: boolean }

/** Queues the day's digest for each person who gets one, once; returns how many were queued. */
export async function queueDigests({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  const at = now()
  const day = digestDay(at)
  if (day === null) return 0
  return database.write(null, (db) =>
    db.run(
      insertIntoOutbox('digest_email', {
        subject: sql`concat_ws('/', ${day}::text, u.id)`,
        payload: { day },
        userId: sql`u.id`,
        at,
        from: sql`from users u where ${getsDigest(at)}
          and not exists (select from outbox d where d.kind = 'digest_email' and d.subject = concat_ws('/', ${day}::text, u.id))`,
      }),
    ),
  )
}

/** SQL condition on users `u`: people who see no inbox, or switched the digest off, have none. */
const getsDigest = (
  now: Date,
): Sql => sql`u.role = any(${[...inboxList.policy.roles]}::text[]) and u.disabled_at is null and u.password_hash is not null and not u.sandbox_only
  and (u.access_until is null or u.access_until > ${now}) and coalesce((select s.digest from notification_settings s where s.user_id = u.id), true)`

/** The digest of a person's open items and of payments since yesterday, in live mode, by shop. An empty one is not sent, nor one of another day. */
export const digestEmail = emailKind<'digest_email', Facts>({
  async load({ database, now: clock }, { userId, payload }) {
    const now = clock()
    if (digestDay(now) !== payload.day) return undefined
    const reader = await database.read(null, (db) => db.first<Reader>(readReader(userId, now)))
    if (!reader) return undefined
    const { email, locale, name } = reader
    const all: ShopFacts[] = []
    for (const shop of reader.shops) all.push({ ...shop, ...(await readShop(database, reader, shop.id, now)) })
    const shops = all.filter(({ open, paid }) => open.length + paid.length > 0)
    return shops.length === 0 ? undefined : { email, locale, name, now, shops, severalShops: reader.shops.length > 1 }
  },
  render,
})

function render({ name, now, shops, severalShops }: Facts, { brand, publicUrl }: Services['config']): { subject: string; text: string } {
  const count = shops.reduce((sum, { open }) => sum + open.length, 0)
  const parts = shops.map((shop) =>
    [
      ...(severalShops ? [shop.name] : []),
      ...groupWork(shop.open).map((group) => groupLine(group, shop.id, publicUrl, now)),
      ...shop.paid.map(({ net_cents }) => text('mail.digest.paid', { amount: formatEuros(cents(net_cents)) })),
    ].join('\n'),
  )
  const words = { name, lines: parts.join('\n\n'), brand: brand.name, support: brand.supportEmail }
  return {
    subject: count === 0 ? text('mail.digest.subjectPaid') : text('mail.digest.subject', { count }),
    text: text('mail.digest.text', words),
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

const readReader = (userId: string | null, now: Date): Sql =>
  sql`select u.id as "userId", u.account_id as "accountId", u.email, u.first_name as name, u.locale, u.role, u.withheld,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name) order by m.created_at) from merchants m where m.account_id = u.account_id and m.status = 'active'
        and (not exists (select from user_merchants l where l.user_id = u.id) or exists (select from user_merchants l where l.user_id = u.id and l.merchant_id = m.id))), '[]') as shops
    from users u where u.id = ${userId} and ${getsDigest(now)}`
