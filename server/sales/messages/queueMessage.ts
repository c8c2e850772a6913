import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Purpose } from './composition.ts'
import { countSms } from './gsm7.ts'

/** A message to record and send. `to` is masked before it is stored; `generation` of the link or code in it; `ip` of the request that causes it. */
type Message = { checkoutId: string; channel: 'sms' | 'email'; purpose: Exclude<Purpose, 'refund'>; to: string; generation: number; now: Date; ip?: string }

/**
 * Queues a message inside the caller's transaction: row and job are created when it commits, and not otherwise. In sandbox it is recorded as not sent.
 * Refuses with TooManyRequests when the limits of its phone, shop or network are reached.
 */
export async function queueMessage({ jobs, config }: Pick<Services, 'jobs' | 'config'>, db: Connection, scope: Scope, message: Message): Promise<void> {
  const { checkoutId, channel, purpose, to, generation, now, ip } = message
  if (channel === 'sms') await countSms({ config }, db, scope, { to, ip, now })
  const deliveryId = newId(now)
  const sandbox = scope.mode === 'sandbox'
  db.send(sql`insert into deliveries (merchant_id, mode, id, checkout_id, channel, purpose, recipient, state, problem, generation, created_at, done_at)
    values (${scope.merchantId}, ${scope.mode}, ${deliveryId}, ${checkoutId}, ${channel}, ${purpose}, ${channel === 'sms' ? maskPhone(to) : maskEmail(to)},
      ${sandbox ? 'not_sent' : 'queued'}, ${sandbox ? 'sandbox' : null}, ${generation}, ${now}, ${sandbox ? now : null})`)
  if (!sandbox) await jobs.send(db, 'delivery', { merchantId: scope.merchantId, mode: scope.mode, deliveryId })
}
