import { inboxList } from '#contract/merchants/inbox'
import type { CallName } from '#contract/index'
import { may, withheldCalls } from '#contract/permissions'
import { groupWork, urgencyOf, type WorkGroup } from '#domain/merchants/inbox'
import { cents, formatEuros } from '#domain/platform/money'
import { digestDay } from '#domain/merchants/notices'
import type { Role } from '#domain/access/roles'
import type { Services } from '../../platform/calls/call.ts'
import { mayEnter } from '../../platform/calls/membership.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { type Block, type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { insertIntoOutbox, withSubject } from '../../platform/outbox/enqueue.ts'
import { deriveOpen, type OpenWork } from '../tasks/derive.ts'

/** The person a digest is for, and the shops that they may enter in all their accounts. */
type Reader = { userId: string; email: string; locale: string | null; name: string; shops: Shop[] }
/** A shop, with what the person may do in its account. */
type Shop = { id: string; name: string; accountId: string; role: Role; withheld: string[] }
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
        subject: sql`about.subject`,
        payload: { day },
        about: null,
        userId: sql`p.id`,
        at,
        from: sql`from users p ${withSubject(sql`concat_ws('/', ${day}::text, p.id)`)} where ${getsDigest(at)}
          and not exists (select from outbox d where d.kind = 'digest_email' and d.subject = about.subject)`,
      }),
    ),
  )
}

/** SQL condition: member `u` reads inboxes in live mode. */
const readsInbox = (now: Date): Sql =>
  sql`u.role = any(${[...inboxList.policy.roles]}::text[]) and not u.sandbox_only and ${mayEnter(sql`u`, now)}`

/** SQL condition on users `p`: people who see no inbox in any account, or switched the digest off, have none. */
const getsDigest = (now: Date): Sql => sql`exists (select from members u where u.id = p.id and ${readsInbox(now)})
  and coalesce((select s.digest from notification_settings s where s.user_id = p.id), true)`

/** The digest of a person's open items and of payments since yesterday, in live mode, by shop. An empty one is not sent, nor one of another day. */
export const digestEmail = emailKind<'digest_email', Facts>({
  async load({ database, now: clock }, { userId, payload }) {
    const now = clock()
    if (digestDay(now) !== payload.day) return undefined
    const reader = await database.read(null, (db) => db.first<Reader>(readReader(userId, now)))
    if (!reader) return undefined
    const { email, locale, name } = reader
    const all: ShopFacts[] = []
    for (const shop of reader.shops) all.push({ ...shop, ...(await readShop(database, reader.userId, shop, now)) })
    const shops = all.filter(({ open, paid }) => open.length + paid.length > 0)
    return shops.length === 0 ? undefined : { email, locale, name, now, shops, severalShops: reader.shops.length > 1 }
  },
  render: digestContent,
})

/** The e-mail of a day's open items and payments. */
export function digestContent(
  { name, now, shops, severalShops }: Omit<Facts, 'email' | 'locale'>,
  { brand, publicUrl }: Services['config'],
): EmailContent {
  const count = shops.reduce((sum, { open }) => sum + open.length, 0)
  const lines = shops.flatMap((shop): Block[] => [
    ...(severalShops ? [{ kind: 'heading', text: shop.name } as const] : []),
    {
      kind: 'list',
      items: [
        ...groupWork(shop.open).map((group) => groupItem(group, shop.id, publicUrl, now)),
        ...shop.paid.map(({ net_cents }) => ({ text: text('mail.digest.paid', { amount: formatEuros(cents(net_cents)) }) })),
      ],
    },
  ])
  const content = writeEmail('mail.digest', { name, count, support: brand.supportEmail }, { reason: 'member', blocks: { lines } })
  return count === 0 ? { ...content, subject: text('mail.digest.subjectPaid') } : content
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

/** "2 capturas caducan hoy (318,00 €)", with the address of the list. */
function groupItem({ kind, items, amountCents }: WorkGroup<OpenWork>, merchantId: string, publicUrl: string, now: Date) {
  const today = kind === 'capture' && items.every(({ deadline }) => deadline !== null && urgencyOf(new Date(deadline), now) === 'now')
  const label = today ? text('inbox.group.captureToday', { count: items.length }) : text(`inbox.group.${kind}`, { count: items.length })
  const [only] = items
  const search: Record<string, string> = items.length === 1 && only ? { item: only.key } : { kind }
  return {
    text: amountCents === null ? label : text('mail.digest.amount', { what: label, amount: formatEuros(cents(amountCents)) }),
    link: `${publicUrl}/merchants/${hexOf(merchantId)}/inbox?${new URLSearchParams(search).toString()}`,
  }
}

const readReader = (userId: string | null, now: Date): Sql =>
  sql`select p.id as "userId", p.email, p.first_name as name, p.locale,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name, 'accountId', u.account_id, 'role', u.role, 'withheld', u.withheld)
          order by u.joined_at, u.account_id, m.created_at)
        from members u join merchants m on m.account_id = u.account_id and m.status = 'active' and ${entersShop(sql`m.id`)}
        where u.id = p.id and ${readsInbox(now)}), '[]') as shops
    from users p where p.id = ${userId} and ${getsDigest(now)}`
