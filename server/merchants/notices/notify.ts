import { isChoice, isMailed, isPushed } from '#domain/merchants/notices'
import type { Role } from '#domain/access/roles'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertIntoOutbox } from '../../platform/outbox/enqueue.ts'
import { visibleTo } from './visibleTo.ts'

/** A message by its key, with its values. */
export type Sentence = { of: string; values?: Readonly<Record<string, string | number>> }

/** Text that somebody wrote, shown unchanged in every language. */
export type Written = { written: string }

/**
 * The values of a notice's message: text ready to show, or messages that each reader gets in their own language, independent of the request
 * that created the notice. The value `why` is the reason, appended to the message.
 */
export type NoticeValue = { key: string; value: string } | { key: string; said: readonly (Sentence | Written)[] }

/** A notice for people of an account; its type names its message. */
export type Notice = {
  /** A shop's notice is shown only to those who may enter that shop. */
  about: { merchantId: string } | { accountId: string }
  /** Every kind of notice (docs/domain.md#notifications). */
  type: string
  level: 'info' | 'success' | 'warning' | 'error'
  values: readonly NoticeValue[]
  /** Path within the panel. */
  actionUrl: string | null
  roles: readonly Role[]
  /** The only person it is for; by default everybody of the roles. */
  userId?: string
  /** Sent by e-mail to everybody, whatever their settings. */
  byMail?: boolean
  now: Date
}

/**
 * Creates a notice, in the caller's transaction and without waiting for it; also an e-mail for those who chose it, or who chose nothing for
 * a type that is mailed by default, and a push for each subscribed device. Open streams of the account are notified at commit.
 */
export function notify(db: Connection, { about, type, level, values, actionUrl, roles, userId, byMail = false, now }: Notice): void {
  const whose =
    'merchantId' in about
      ? sql`m.account_id, m.id from merchants m where m.id = ${about.merchantId}`
      : sql`${about.accountId}::uuid, null::uuid`
  // The mode of the current scope.
  const mode = 'merchantId' in about ? sql`scope_mode()` : sql`null::mode`
  // A shop's test mode may be ahead of the wall clock; notices are stamped by the wall clock.
  const ahead =
    'merchantId' in about
      ? sql`exists (select from sandbox_clocks c where c.merchant_id = ${about.merchantId} and scope_mode() = 'sandbox')`
      : sql`false`
  const aboutEach = 'merchantId' in about ? { merchantId: about.merchantId, mode } : { accountId: about.accountId }
  const notificationId = newId(now)
  db.send(sql`with created as (insert into notifications (id, type, level, values, action_url, roles, user_id, created_at, mode, account_id, merchant_id)
      select ${notificationId}::uuid, ${type}, ${level}, ${JSON.stringify(values)}::jsonb, ${actionUrl}, ${[...roles]}::text[], ${userId ?? null}::uuid, case when ${ahead} then least(${now}::timestamptz, clock_timestamp()) else ${now}::timestamptz end, ${mode}, ${whose} returning *
    ), recipients as (
      select created.id, created.created_at, u.id as user_id, (${byMail} or coalesce(c.email, ${isChoice(type) && isMailed(type)})) as email, coalesce(c.push, ${isPushed(type)}) as push
      from created join members u on u.account_id = created.account_id and u.role = any(created.roles) and u.disabled_at is null and coalesce(created.user_id, u.id) = u.id
        left join notification_choices c on c.user_id = u.id and c.type = created.type
      where ${visibleTo(sql`created`, sql`u.id`, sql`u.sandbox_only`)} and (created.merchant_id is null or ${entersShop(sql`created.merchant_id`)})
    ), emails as (
      ${insertIntoOutbox('notice_email', {
        subject: sql`concat_ws('/', r.id, r.user_id)`,
        payload: { notificationId },
        about: aboutEach,
        userId: sql`r.user_id`,
        at: sql`r.created_at`,
        from: sql`from recipients r where r.email`,
      })}
    ), pushes as (
      ${insertIntoOutbox('notice_push', {
        subject: sql`concat_ws('/', r.id, s.id)`,
        payload: sql`jsonb_build_object('notificationId', r.id, 'subscriptionId', s.id)`,
        about: aboutEach,
        userId: sql`r.user_id`,
        at: sql`r.created_at`,
        from: sql`from recipients r join push_subscriptions s on s.user_id = r.user_id where r.push`,
      })}
    )
    select pg_notify('change', created.account_id::text) from created`)
}

/** Notifies every owner, by e-mail too and whatever their settings, of a new owner, so that none is added unnoticed. */
export function notifyNewOwner(db: Connection, { accountId, name, now }: { accountId: string; name: string; now: Date }): void {
  notify(db, {
    about: { accountId },
    type: 'owner_added',
    level: 'warning',
    values: [{ key: 'name', value: name }],
    actionUrl: '/settings/users-permissions',
    roles: ['owner'],
    byMail: true,
    now,
  })
}
