import type { Services } from '../../platform/calls/call.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { deliverTo } from './deliverTo.ts'

/** An address for which something is due. */
export type DueAddress = { merchant_id: string; mode: Mode; webhook_id: string }

/** Addresses of one shop and mode that are sent to at once: a shop whose addresses all hang leaves room for the others. */
const mostOfShop = 3

type Turn = {
  /** Addresses that are being sent to: they count against their shop and are not given again. */
  busy: readonly string[]
  /** The address that had its turn last; null: nobody yet. */
  last: string | null
  /** So many at most. */
  most: number
}

/**
 * Whose turn it is, one address after the other and after the highest the lowest again: however much waits for some, each of the others is reached.
 * Steps from address to address along the index: how much waits for one of them does not matter.
 */
export function dueAddresses(
  { database, now }: { database: Database; now: () => Date },
  { busy, last, most }: Turn,
): Promise<DueAddress[]> {
  const sending = sql`a.webhook_id = any(${busy}::uuid[])`
  const inTurn = sql`coalesce(a.webhook_id <= ${last}::uuid, false), a.webhook_id`
  return database.read(null, (db) =>
    db.rows<DueAddress>(sql`with recursive address as (
        (select merchant_id, mode, webhook_id from webhook_turns order by webhook_id limit 1)
        union all
        select next.* from address a cross join lateral
          (select t.merchant_id, t.mode, t.webhook_id from webhook_turns t where t.webhook_id > a.webhook_id order by t.webhook_id limit 1) next
      ), placed as (
        select a.*, row_number() over (partition by a.merchant_id, a.mode order by not ${sending}, ${inTurn}) as place from address a
        where ${sending} or exists (select from webhook_turns t where t.webhook_id = a.webhook_id and t.due_at <= ${now()})
      )
      select a.merchant_id, a.mode, a.webhook_id from placed a where not ${sending} and a.place <= ${mostOfShop} order by ${inTurn} limit ${most}`),
  )
}

/** What sending needs of the services. */
export type SendingServices = Pick<Services, 'database' | 'now' | 'log' | 'outbound'> & {
  config: Pick<Services['config'], 'keySecret' | 'brand'>
}

/** Addresses that one process sends to at once. */
const mostAtOnce = 50
/** How often is looked for further addresses while others are being sent to, and for one where nothing could be taken. */
const lookAgainMs = 250

/**
 * Sends what is due, each address by itself and a batch at a time, so that those that hang hold up nobody else; returns once nothing is due or under
 * way. Any number of processes may do so: each message is taken by one. `stopping`: takes nothing more.
 */
export async function deliver(services: SendingServices, stopping?: AbortSignal): Promise<number> {
  const busy = new Map<string, Promise<void>>()
  let sent = 0
  let last: string | null = null
  for (;;) {
    const due: DueAddress[] = stopping?.aborted
      ? []
      : await dueAddresses(services, { busy: [...busy.keys()], last, most: mostAtOnce - busy.size })
    last = due.at(-1)?.webhook_id ?? last
    for (const address of due) {
      const work = sendThere(services, address, stopping).then((many) => {
        sent += many
        busy.delete(address.webhook_id)
      })
      busy.set(address.webhook_id, work)
    }
    if (busy.size === 0) return sent
    if (due.length === 0) await Promise.race([...busy.values(), rest()])
  }
}

/** Sends a batch to one address; where nothing could be taken it rests, so that whoever has it can finish. */
async function sendThere(services: SendingServices, address: DueAddress, stopping?: AbortSignal): Promise<number> {
  const many = await deliverTo(services, address, stopping).catch((error: unknown) => {
    services.log('warn', 'webhook_failed', { webhook: address.webhook_id }, error)
    return 0
  })
  if (many === 0) await rest()
  return many
}

const rest = () => new Promise<void>((resolve) => setTimeout(resolve, lookAgainMs))
