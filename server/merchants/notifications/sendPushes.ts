import { isPushed, PUSH_LIFE_SECONDS, pushUrgency, quietUntil } from '#domain/merchants/notices'
import type { Mode } from '../../platform/database/scope.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo, spoken } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { NoticeValue } from '../notices/notify.ts'
import { visibleTo } from '../notices/visibleTo.ts'
import { pushText } from './shownValues.ts'

export type PushServices = Pick<Services, 'database' | 'now' | 'log' | 'push' | 'config'>

/** How long a worker has a push to itself; delays double from there, up to an hour. */
const [leaseMs, maxDelayMs] = [30_000, 3_600_000]
/** How many are sent concurrently: a push service that hangs blocks only its own lane. */
const lanes = 16

type Due = { notification_id: string; subscription_id: string }
type Facts = {
  type: string
  level: 'info' | 'success' | 'warning' | 'error'
  values: NoticeValue[]
  action_url: string | null
  mode: Mode | null
  created_at: Date
  shop: string | null
  locale: string | null
  chosen: boolean | null
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  quiet_from: number | null
  quiet_to: number | null
}
type Outcome = Awaited<ReturnType<PushServices['push']['send']>>

/**
 * Sends queued web push messages (RFC 8030), outside quiet hours and for up to a day. Notices read meanwhile are not sent. A subscription
 * unknown to its push service is deleted. Returns how many were sent.
 */
export async function sendPushes(services: PushServices, stopping?: AbortSignal): Promise<number> {
  let sent = 0
  const lane = async (more: number): Promise<void> => {
    let next: Promise<void> | undefined
    for (;;) {
      const due = stopping?.aborted ? undefined : await takePush(services)
      if (!due) break
      // A lane that found something starts the next one.
      if (more > 0) next ??= lane(more - 1)
      try {
        if ((await sendDue(services, due)) === 'sent') sent += 1
      } catch (error) {
        services.log('warn', 'push_failed', { notice: due.notification_id }, error)
      }
    }
    await next
  }
  await lane(lanes - 1)
  return sent
}

/** The oldest that is due; two workers never take the same. */
const takePush = ({ database, now }: PushServices): Promise<Due | undefined> =>
  database.write(null, (db) =>
    db.first<Due>(sql`update notification_pushes p set attempts = p.attempts + 1,
        send_at = ${now()}::timestamptz + least(${leaseMs}::bigint * power(2, least(p.attempts, 20)), ${maxDelayMs}::bigint) * interval '1 millisecond'
      where (p.notification_id, p.subscription_id) = (select notification_id, subscription_id from notification_pushes where send_at <= ${now()}
        order by send_at limit 1 for update skip locked)
      returning p.notification_id, p.subscription_id`),
  )

async function sendDue(services: PushServices, due: Due): Promise<Outcome> {
  const { database, now, log } = services
  const own = sql`notification_id = ${due.notification_id} and subscription_id = ${due.subscription_id}`
  const facts = await database.read(null, (db) => db.first<Facts>(readFacts(due, now())))
  const until = facts && quietOf(facts, now())
  if (until) {
    await database.write(null, (db) => db.run(sql`update notification_pushes set send_at = ${until}, attempts = 0 where ${own}`))
    return 'retry'
  }
  const outcome = facts ? await send(services, due.notification_id, facts) : 'dropped'
  if (outcome === 'retry') return outcome
  if (outcome !== 'sent') log('info', 'push_ended', { notice: due.notification_id, outcome })
  await database.write(null, (db) =>
    db.run(
      outcome === 'expired'
        ? sql`delete from push_subscriptions where id = ${due.subscription_id} and endpoint = ${facts?.endpoint ?? ''}`
        : sql`delete from notification_pushes where ${own}`,
    ),
  )
  return outcome
}

function quietOf({ quiet_from: from, quiet_to: to }: Facts, now: Date): Date | null {
  return from !== null && to !== null ? quietUntil(now, { from, to }) : null
}

/** Nothing for somebody who has left, has read it, or switched it off. */
const readFacts = ({ notification_id: id, subscription_id: subscriptionId }: Due, now: Date) =>
  sql`select n.type, n.level, n.values, n.action_url, n.mode, n.created_at, m.name as shop, u.locale, c.push as chosen, p.endpoint, p.p256dh, p.auth, s.quiet_from, s.quiet_to
    from notifications n join push_subscriptions p on p.id = ${subscriptionId}
      join members u on u.id = p.user_id and u.account_id = n.account_id and u.joined_at is not null and u.disabled_at is null and (u.access_until is null or u.access_until > ${now}) and u.role = any(n.roles)
      join accounts a on a.id = u.account_id and a.disabled_at is null
      left join notification_choices c on c.user_id = u.id and c.type = n.type
      left join notification_settings s on s.user_id = u.id left join merchants m on m.id = n.merchant_id
    where n.id = ${id} and ${visibleTo(sql`n`, sql`u.id`, sql`u.sandbox_only`)} and not exists (select from notification_reads r where r.notification_id = n.id and r.user_id = u.id)
      and (n.merchant_id is null or ${entersShop(sql`n.merchant_id`)})`

async function send(services: PushServices, notificationId: string, facts: Facts): Promise<Outcome> {
  const now = services.now()
  const lifeSeconds = PUSH_LIFE_SECONDS - Math.floor((now.getTime() - facts.created_at.getTime()) / 1000)
  if (lifeSeconds <= 0 || !(facts.chosen ?? isPushed(facts.type))) return 'dropped'
  const content = speakingTo(facts.locale, () => ({ ...pushText(facts, services.config.brand.name), lang: spoken() }))
  const words = JSON.stringify({ ...content, tag: hexOf(notificationId), path: facts.action_url ?? '/' })
  return services.push.send(facts, { text: words, lifeSeconds, urgency: pushUrgency(facts.level), topic: hexOf(notificationId), now })
}
