import { sql } from '../db/sql.ts'
import type { Mode } from '../db/scope.ts'
import type { House } from '../http/call.ts'
import { deliverTo } from './deliverTo.ts'

/** What sending needs of the house. */
export type SendingHouse = Pick<House, 'database' | 'now' | 'log' | 'outbound'> & {
  config: Pick<House['config'], 'keySecret' | 'brand'>
}
/** An address for which something is due. */
export type DueAddress = { merchant_id: string; mode: Mode; webhook_id: string }

/** Addresses that one process sends to at once. */
const mostAtOnce = 50
/** How often is looked for further addresses while others are being sent to, and for one where nothing could be taken. */
const lookAgainMs = 250

/**
 * Sends what is due, each address by itself, so that one that hangs holds up nobody else; returns once nothing is due or under way. Any number of
 * processes may do so: each message is taken by one. `stopping`: takes nothing more.
 */
export async function deliver(house: SendingHouse, stopping?: AbortSignal): Promise<number> {
  const busy = new Map<string, Promise<void>>()
  let sent = 0
  for (;;) {
    const due = stopping?.aborted ? [] : await dueAddresses(house, [...busy.keys()], mostAtOnce - busy.size)
    for (const address of due) {
      const work = sendThere(house, address, stopping).then((many) => {
        sent += many
        busy.delete(address.webhook_id)
      })
      busy.set(address.webhook_id, work)
    }
    if (busy.size === 0) return sent
    if (due.length === 0) await Promise.race([...busy.values(), rest()])
  }
}

/** Sends to one address; where nothing could be taken it rests, so that whoever has it can finish. */
async function sendThere(house: SendingHouse, address: DueAddress, stopping?: AbortSignal): Promise<number> {
  const many = await deliverTo(house, address, stopping).catch((error: unknown) => {
    house.log('warn', 'webhook_failed', { webhook: address.webhook_id, error: error instanceof Error ? error.name : 'unknown' })
    return 0
  })
  if (many === 0) await rest()
  return many
}

const rest = () => new Promise<void>((resolve) => setTimeout(resolve, lookAgainMs))

/** Steps from address to address along the index: how much waits for one of them does not matter. */
const dueAddresses = ({ database, now }: SendingHouse, busy: readonly string[], most: number): Promise<DueAddress[]> =>
  database.read(null, (db) =>
    db.rows<DueAddress>(sql`with recursive address as (
        (select merchant_id, mode, webhook_id from webhook_turns order by webhook_id limit 1)
        union all
        select next.* from address a cross join lateral
          (select t.merchant_id, t.mode, t.webhook_id from webhook_turns t where t.webhook_id > a.webhook_id order by t.webhook_id limit 1) next
      )
      select * from address a where a.webhook_id <> all(${busy}::uuid[])
        and exists (select from webhook_turns t where t.webhook_id = a.webhook_id and t.due_at <= ${now()}) limit ${most}`),
  )
