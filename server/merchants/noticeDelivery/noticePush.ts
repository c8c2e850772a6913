import { isPushed, PUSH_LIFE_SECONDS, pushUrgency, quietUntil } from '#domain/merchants/notices'
import type { Mode } from '../../platform/database/scope.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { sql } from '../../platform/database/sql.ts'
import { withRecipientLanguage, currentLanguage } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Entry } from '../../platform/outbox/outboxKinds.ts'
import type { SendEntry } from '../../platform/outbox/sender.ts'
import type { NoticeValue } from '../notices/notify.ts'
import { visibleTo } from '../notices/visibleTo.ts'
import { pushText } from './shownValues.ts'

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

/** The push service did not take the message; it may later. */
class PushNotTaken extends Error {
  override name = 'PushNotTaken'
}

/**
 * Sends a web push message (RFC 8030), outside quiet hours and for up to a day. A notice read meanwhile is not sent. A subscription unknown to its push
 * service is deleted.
 */
export const noticePush: SendEntry<'notice_push'> = async (services, entry) => {
  const now = services.now()
  const facts = await services.database.read(null, (db) => db.first<Facts>(readFacts(entry, now)))
  if (!facts) return 'withheld'
  const until = quietOf(facts, now)
  if (until) return { postponedUntil: until }
  const lifeSeconds = PUSH_LIFE_SECONDS - Math.floor((now.getTime() - facts.created_at.getTime()) / 1000)
  if (lifeSeconds <= 0 || !(facts.chosen ?? isPushed(facts.type))) return 'withheld'
  const topic = hexOf(entry.payload.notificationId)
  const text = withRecipientLanguage(facts.locale, () => render(facts, topic, services.config.brand.name))
  const outcome = await services.push.send(facts, { text, lifeSeconds, urgency: pushUrgency(facts.level), topic, now })
  if (outcome === 'retry') throw new PushNotTaken('the push service did not take the message')
  if (outcome === 'sent') return 'sent'
  services.log('info', 'push_ended', { entry: entry.id, outcome })
  if (outcome === 'expired')
    await services.database.write(null, (db) =>
      db.run(sql`delete from push_subscriptions where id = ${entry.payload.subscriptionId} and endpoint = ${facts.endpoint}`),
    )
  return 'withheld'
}

function quietOf({ quiet_from: from, quiet_to: to }: Facts, now: Date): Date | null {
  return from !== null && to !== null ? quietUntil(now, { from, to }) : null
}

const render = (facts: Facts, topic: string, brandName: string): string =>
  JSON.stringify({ ...pushText(facts, brandName), lang: currentLanguage(), tag: topic, path: facts.action_url ?? '/' })

/** Nothing for somebody who has left, has read it, or switched it off. */
const readFacts = ({ payload }: Entry<'notice_push'>, now: Date) =>
  sql`select n.type, n.level, n.values, n.action_url, n.mode, n.created_at, m.name as shop, u.locale, c.push as chosen, p.endpoint, p.p256dh, p.auth, s.quiet_from, s.quiet_to
    from notifications n join push_subscriptions p on p.id = ${payload.subscriptionId}
      join members u on u.id = p.user_id and u.account_id = n.account_id and u.joined_at is not null and u.disabled_at is null and (u.access_until is null or u.access_until > ${now}) and u.role = any(n.roles)
      join accounts a on a.id = u.account_id and a.disabled_at is null
      left join notification_choices c on c.user_id = u.id and c.type = n.type
      left join notification_settings s on s.user_id = u.id left join merchants m on m.id = n.merchant_id
    where n.id = ${payload.notificationId} and ${visibleTo(sql`n`, sql`u.id`, sql`u.sandbox_only`)} and not exists (select from notification_reads r where r.notification_id = n.id and r.user_id = u.id)
      and (n.merchant_id is null or ${entersShop(sql`n.merchant_id`)})`
