import { createHmac } from 'node:crypto'
import { networkPrefix } from '#domain/platform/network'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** A text message about to be sent. `ip`: whose request asks for it; absent where no request does. */
export type CountedSms = { to: string; ip?: string | undefined; now: Date }

const hourMs = 3_600_000

/**
 * Counts one text message against the limits an hour of its phone (over all shops), its shop and the asking network. Refuses with TooManyRequests and
 * the seconds to wait, and then counts nothing. In sandbox nothing goes out and nothing is counted.
 */
export async function countSms({ config }: Pick<Services, 'config'>, db: Connection, { merchantId, mode }: Scope, sms: CountedSms): Promise<void> {
  if (mode === 'sandbox') return
  const { to, ip, now } = sms
  const { phone, shop, network } = config.smsHourly
  const hash = (subject: string) => createHmac('sha256', config.sessionSecret).update(subject).digest()
  const subjects = [
    { hash: hash(`phone:${to}`), most: phone, why: 'smsPhone' },
    { hash: hash(`shop:${merchantId}`), most: shop, why: 'smsShop' },
    ...(ip === undefined ? [] : [{ hash: hash(`network:${networkPrefix(ip) ?? ip}`), most: network, why: 'smsNetwork' }]),
  ]
  // Two messages at once to one phone count one after the other; nothing else waits.
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`sms:${subjects[0]?.hash.toString('hex')}`}, 0))`)
  const reached = await db.rows<{ place: number; oldest: Date }>(sql`
    select s.place::int as place, recent.oldest from unnest(${subjects.map((one) => one.hash)}::bytea[], ${subjects.map((one) => one.most)}::int[]) with ordinality as s (subject, most, place)
    cross join lateral (select count(*) as sent, min(x.sent_at) as oldest from (
      select c.sent_at from sms_sends c where c.subject = s.subject and c.sent_at > ${new Date(now.getTime() - hourMs)} order by c.sent_at desc limit s.most) x) recent
    where recent.sent >= s.most order by s.place`)
  const [full] = reached
  if (full) {
    const seconds = Math.max(1, Math.ceil((full.oldest.getTime() + hourMs - now.getTime()) / 1_000))
    throw new Refusal('TooManyRequests', {
      why: subjects[full.place - 1]?.why ?? 'smsPhone',
      retryAfterSeconds: seconds,
      values: { minutes: String(Math.ceil(seconds / 60)) },
    })
  }
  db.send(sql`insert into sms_sends (subject, sent_at) select s, ${now} from unnest(${subjects.map((one) => one.hash)}::bytea[]) s`)
}
