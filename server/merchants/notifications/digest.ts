import type { CallName } from '#contract/index'
import { may, withheldCalls } from '#contract/permissions'
import { groupWork, urgencyOf, type WorkGroup } from '#domain/merchants/inbox'
import { cents, formatEuros } from '#domain/platform/money'
import { type Role } from '#domain/access/roles'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { derive, type OpenWork } from '../tasks/derive.ts'

/** Whose digest it is, and the shops that they may enter. */
export type Reader = {
  userId: string
  accountId: string
  email: string
  name: string
  role: Role
  withheld: string[]
  shops: { id: string; name: string }[]
}

type DigestServices = Pick<Services, 'database' | 'config'>

/** What waits for a person and what was paid since yesterday, in real mode, shop by shop; null when there is nothing to say. */
export async function digest(
  { database, config }: DigestServices,
  reader: Reader,
  now: Date,
): Promise<{ subject: string; text: string } | null> {
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

/** What the person has put off is left out. */
async function readShop(database: Services['database'], reader: Reader, merchantId: string, now: Date) {
  const scope = mintScope(merchantId, 'live')
  const withheld = withheldCalls(reader.withheld)
  const mayCall = (call: CallName) => may(reader.role, call) && !withheld.has(call)
  return database.read(scope, async (db) => {
    const [work, snoozes, paid] = await Promise.all([
      derive(db, { scope, accountId: reader.accountId, userId: reader.userId, may: mayCall, now, present: now }),
      db.rows<{ item_key: string }>(sql`select w.item_key from work_snoozes w
        where w.merchant_id = ${merchantId} and w.mode = 'live' and w.user_id = ${reader.userId} and w.until > ${now}`),
      mayCall('settlementDetail')
        ? db.rows<{ net_cents: bigint }>(sql`select s.net_cents from settlements s where s.merchant_id = ${merchantId} and s.mode = 'live'
            and s.value_on >= (${now}::timestamptz - interval '7 days')::date and s.status = 'paid' and s.paid_at > ${now}::timestamptz - interval '1 day' order by s.value_on`)
        : [],
    ])
    const resting = new Set(snoozes.map((one) => one.item_key))
    return { open: work.open.filter(({ key }) => !resting.has(key)), paid }
  })
}

/** "2 capturas caducan hoy (318,00 €)", and the address where they stand: it opens them and does nothing. */
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
