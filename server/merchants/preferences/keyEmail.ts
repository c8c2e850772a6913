import { formatDateTime } from '#domain/platform/dates'
import type { KeyKind } from '#domain/merchants/apiKey'
import { nameInEmail } from '#domain/platform/properName'
import type { Connection } from '../../platform/database/database.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import type { Payloads } from '../../platform/outbox/outboxKinds.ts'

type News = Payloads['key_email']['news']
export type KeyChange = { keyId: string; news: News; overlapEndsAt: Date | null; now: Date }

/** Queues an e-mail about a key for every owner who may enter the shop, in the transaction of the change. */
export function queueKeyEmails(db: Connection, { merchantId, mode }: Scope, { keyId, news, overlapEndsAt, now }: KeyChange): void {
  enqueue(db, 'key_email', {
    subject: sql`concat_ws('/', ${keyId}::text, ${news}::text, u.id)`,
    payload: { keyId, news, overlapEndsAt: overlapEndsAt?.toISOString() ?? null },
    about: { merchantId, mode },
    userId: sql`u.id`,
    at: now,
    from: sql`from members u join merchants m on m.account_id = u.account_id
      where m.id = ${merchantId} and u.role = 'owner' and u.disabled_at is null and u.joined_at is not null
        and ${entersShop(sql`m.id`)}`,
  })
}

type Stored = {
  kind: KeyKind
  last_four: string
  shop: string
  who: string | null
  at: Date
  email: string
  first_name: string
  locale: string | null
}
type Facts = Stored & { mode: Mode; news: News; overlapEndsAt: Date | null }

/** An e-mail to an owner about a key. */
export const keyEmail = emailKind<'key_email', Facts>({
  async load({ database }, { merchantId, mode: storedMode, userId, payload: { keyId, news, overlapEndsAt } }) {
    if (merchantId === null) return undefined
    const mode = storedMode ?? 'live'
    const scope = mintScope(merchantId, mode)
    const stored = await database.read(scope, (db) =>
      db.first<Stored>(sql`select k.kind, k.last_four, m.name as shop, nullif(concat_ws(' ', b.first_name, b.last_name), '') as who,
          case when ${news} = 'revoked' then k.revoked_at else k.created_at end as at, u.email, u.first_name, u.locale
        from api_keys k join merchants m on m.id = k.merchant_id join users u on u.id = ${userId}
          left join users b on b.id = case when ${news} = 'revoked' then k.revoked_by else k.created_by end
        where ${inScope(scope, 'k')} and k.id = ${keyId}`),
    )
    return stored && { ...stored, mode, news, overlapEndsAt: overlapEndsAt === null ? null : new Date(overlapEndsAt) }
  },
  render: keyContent,
})

export function keyContent(facts: Facts, { brand, publicUrl }: Services['config']): EmailContent {
  const overlap =
    facts.overlapEndsAt === null
      ? ''
      : facts.overlapEndsAt <= facts.at
        ? text('mail.key.overlap.none')
        : text('mail.key.overlap.until', { until: formatDateTime(facts.overlapEndsAt) })
  const words = {
    name: facts.first_name,
    kind: text(`mail.key.kind.${facts.kind}`),
    mode: text(`mail.key.mode.${facts.mode}`),
    lastFour: facts.last_four,
    shop: nameInEmail(facts.shop),
    who: facts.who === null ? text('mail.key.somebody') : nameInEmail(facts.who),
    when: formatDateTime(facts.at),
    overlap,
    address: publicUrl,
    brand: brand.name,
    support: brand.supportEmail,
  }
  return writeEmail(`mail.key.${facts.news}`, words, { reason: 'member' })
}
