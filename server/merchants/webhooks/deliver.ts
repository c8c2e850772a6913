import type { Services } from '../../platform/calls/call.ts'
import { deliverTo } from './deliverTo.ts'
import { dueAddresses, type DueAddress } from './dueAddresses.ts'

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
