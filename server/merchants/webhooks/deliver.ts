import type { Services } from '../../platform/calls/call.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { deliverTo } from './deliverTo.ts'

/** A webhook with due messages. */
export type DueAddress = { merchant_id: string; mode: Mode; webhook_id: string }

/** Webhooks of one shop and mode that are sent to concurrently: a shop whose receivers all hang leaves capacity to others. */
const maxPerShop = 3

type NextAddresses = {
  /** Webhooks being sent to: they count against their shop and are not returned again. */
  busy: readonly string[]
  /** The webhook served last; null: none yet. */
  last: string | null
  /** The most to return. */
  most: number
}

/**
 * The next webhooks in round-robin order by key, so that a long queue of some does not delay the others. Skips from webhook to webhook
 * along the index: the length of a queue does not matter.
 */
export function dueAddresses(
  { database, now }: { database: Database; now: () => Date },
  { busy, last, most }: NextAddresses,
): Promise<DueAddress[]> {
  const sending = sql`a.webhook_id = any(${busy}::uuid[])`
  const roundRobin = sql`coalesce(a.webhook_id <= ${last}::uuid, false), a.webhook_id`
  return database.read(null, (db) =>
    db.rows<DueAddress>(sql`with recursive address as (
        (select merchant_id, mode, webhook_id from webhook_turns order by webhook_id limit 1)
        union all
        select next.* from address a cross join lateral
          (select t.merchant_id, t.mode, t.webhook_id from webhook_turns t where t.webhook_id > a.webhook_id order by t.webhook_id limit 1) next
      ), placed as (
        select a.*, row_number() over (partition by a.merchant_id, a.mode order by not ${sending}, ${roundRobin}) as place from address a
        where ${sending} or exists (select from webhook_turns t where t.webhook_id = a.webhook_id and t.due_at <= ${now()})
      )
      select a.merchant_id, a.mode, a.webhook_id from placed a where not ${sending} and a.place <= ${maxPerShop} order by ${roundRobin} limit ${most}`),
  )
}

/** The services that sending needs. */
export type SendingServices = Pick<Services, 'database' | 'now' | 'log' | 'outbound'> & {
  config: Pick<Services['config'], 'keySecret' | 'brand'>
}

/** Webhooks that one process sends to concurrently. */
const maxConcurrent = 50
/** How often to look for further webhooks while others are being sent to, and for one whose messages were all locked. */
const pollMs = 250

/**
 * Sends due messages, each webhook independently and a batch at a time, so that hanging receivers hold up nobody else; returns once nothing
 * is due or in progress. Any number of processes may run it: each message is taken once. `stopping`: takes nothing more.
 */
export async function deliver(services: SendingServices, stopping?: AbortSignal): Promise<number> {
  const busy = new Map<string, Promise<void>>()
  let sent = 0
  let last: string | null = null
  for (;;) {
    const due: DueAddress[] = stopping?.aborted
      ? []
      : await dueAddresses(services, { busy: [...busy.keys()], last, most: maxConcurrent - busy.size })
    last = due.at(-1)?.webhook_id ?? last
    for (const address of due) {
      const work = sendBatch(services, address, stopping).then((count) => {
        sent += count
        busy.delete(address.webhook_id)
      })
      busy.set(address.webhook_id, work)
    }
    if (busy.size === 0) return sent
    if (due.length === 0) await Promise.race([...busy.values(), pause()])
  }
}

/** Sends a batch to one webhook; pauses when nothing could be taken, so that the process holding it can finish. */
async function sendBatch(services: SendingServices, address: DueAddress, stopping?: AbortSignal): Promise<number> {
  const count = await deliverTo(services, address, stopping).catch((error: unknown) => {
    services.log('warn', 'webhook_failed', { webhook: address.webhook_id }, error)
    return 0
  })
  if (count === 0) await pause()
  return count
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pollMs))
