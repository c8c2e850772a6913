import type { Services } from '../../platform/calls/call.ts'
import type { Database } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { storeResults, type Attempt } from './storeResults.ts'
import { messageBody, messageIdOf, type StoredMessage } from './message.ts'
import { turnOffFailing, thisWebhook } from './readWebhooks.ts'
import { secondsOf, signatureOf } from '../../platform/outbound/signature.ts'
import { secretSeal } from './secret.ts'

type Address = {
  url: string
  secret: string
  old_secret: string | null
  old_secret_ends_at: Date | null
  failing: boolean
  /** The webhook is turned off. */
  off: boolean
}
type Due = StoredMessage & { id: string; attempts: number }

/** Messages taken at a time; few for a failing webhook, enough to see whether it is back. */
const batch = { working: 200, failing: 5 } as const
/** Concurrent requests to one webhook. */
const concurrency = 16
const timeoutMs = 10_000
/** How long taken messages are leased, longer than a whole batch can take; after a crash another process takes them. */
const leaseMs = 150_000
/** How many characters of an answer are stored. */
const maxAnswerLength = 300

/** Sends one webhook a batch of its due messages, oldest first; returns how many were attempted. */
export async function deliverTo(services: SendingServices, due: DueAddress, stopping?: AbortSignal): Promise<number> {
  if (stopping?.aborted) return 0
  const scope = mintScope(due.merchant_id, due.mode)
  const taken = await take(services, scope, due.webhook_id)
  if (!taken || taken.messages.length === 0) return 0
  const secrets = openSecrets(services, due.webhook_id, taken.address)
  if (secrets === null) {
    const { url } = taken.address
    await services.database.write(scope, async (db) =>
      turnOffFailing(db, scope, { id: due.webhook_id, url, reason: 'secret', now: services.now() }),
    )
    return 0
  }
  const send = sender(services, scope, taken.address, secrets)
  const results: Attempt[] = []
  const untried: string[] = []
  const queue = taken.messages.values()
  const lane = async () => {
    for (const message of queue) {
      if (stopping?.aborted) untried.push(message.id)
      else results.push(await send(message))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  if (untried.length > 0) await requeue(services, untried)
  await storeResults(services, scope, due.webhook_id, results)
  return results.length
}

/** Returns taken but unsent messages to the queue. */
const requeue = ({ database }: SendingServices, deliveryIds: readonly string[]) =>
  database.write(null, (db) => db.run(sql`update webhook_queue set due_at = '-infinity' where delivery_id = any(${deliveryIds}::uuid[])`))

/**
 * The webhook with its due messages; undefined: it is off or deleted, and nothing is due any more. It is locked before `off` is read: a
 * concurrent turn-on is waited for, and the messages it made due stay.
 */
function take(
  { database, now }: SendingServices,
  scope: Scope,
  webhookId: string,
): Promise<{ address: Address; messages: Due[] } | undefined> {
  return database.write(scope, async (db) => {
    const here = inScope(scope)
    const address = await db.first<Address>(sql`select w.url, w.secret, w.old_secret, w.old_secret_ends_at,
      w.failing_since is not null as failing, w.off_at is not null as off from webhooks w where ${thisWebhook(scope, webhookId)} for share`)
    if (!address || address.off) {
      // Queued by a change that did not yet see it turned off.
      db.send(sql`delete from webhook_queue where ${here} and webhook_id = ${webhookId}`)
      return undefined
    }
    const leased = new Date(now().getTime() + leaseMs)
    // Joined by partition key and id: otherwise all messages of the shop would be read for the few that are due.
    const messages = await db.rows<Due>(sql`with taken as (update webhook_queue t set due_at = ${leased} where t.ctid = any(array(
        select ctid from webhook_queue where ${here} and webhook_id = ${webhookId} and due_at <= ${now()} order by due_at, number
        limit ${batch[address.failing ? 'failing' : 'working']} for update skip locked)) returning t.delivery_id, t.number)
      select d.id, d.message_id, d.type, d.happened_at, d.data, d.attempts from taken cross join lateral (
        select * from webhook_deliveries d where ${inScope(scope, 'd')} and d.id = taken.delivery_id limit 1) d
      order by taken.number`)
    return { address, messages }
  })
}

type Secrets = { current: string; old: string | null }

/** The signing secrets; null when sealed with a key that the server no longer has: receivers could not verify the signature. */
function openSecrets({ config }: SendingServices, webhookId: string, { secret, old_secret }: Address): Secrets | null {
  const seal = secretSeal(config.keySecret, webhookId)
  try {
    return { current: seal.open(secret), old: old_secret === null ? null : seal.open(old_secret) }
  } catch {
    return null
  }
}

/** Sends a message once and returns the result. */
function sender({ outbound, config, now }: SendingServices, { mode }: Scope, address: Address, { current, old }: Secrets) {
  return async (message: Due): Promise<Attempt> => {
    const at = now()
    const id = messageIdOf(message)
    const body = messageBody(message)
    const secrets = old !== null && address.old_secret_ends_at !== null && address.old_secret_ends_at > at ? [current, old] : [current]
    const result = await outbound.send({
      url: address.url,
      mode,
      timeoutMs,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': `${config.brand.vendor}-webhooks/1`,
        'webhook-id': id,
        'webhook-timestamp': String(secondsOf(at)),
        'webhook-signature': signatureOf(secrets, { id, at, body }),
      },
    })
    const { id: deliveryId, type, attempts } = message
    const tried = { id: deliveryId, type, attempts: attempts + 1, ms: result.ms }
    if ('failure' in result) return { ...tried, status: null, answer: null, problem: result.failure }
    return { ...tried, status: result.status, answer: shownAnswer(result.body), problem: null }
  }
}

/** The beginning of an answer, without control characters. */
const shownAnswer = (body: string): string =>
  body
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxAnswerLength)

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
        (select merchant_id, mode, webhook_id from webhook_queue order by webhook_id limit 1)
        union all
        select next.* from address a cross join lateral
          (select t.merchant_id, t.mode, t.webhook_id from webhook_queue t where t.webhook_id > a.webhook_id order by t.webhook_id limit 1) next
      ), placed as (
        select a.*, row_number() over (partition by a.merchant_id, a.mode order by not ${sending}, ${roundRobin}) as place from address a
        where ${sending} or exists (select from webhook_queue t where t.webhook_id = a.webhook_id and t.due_at <= ${now()})
      )
      select a.merchant_id, a.mode, a.webhook_id from placed a where not ${sending} and a.place <= ${maxPerShop} order by ${roundRobin} limit ${most}`),
  )
}

/** When the next message is due. */
export const nextWebhook = (): Sql => sql`select min(t.due_at) from webhook_queue t`

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
    const alsoBusy = [...busy.keys()]
    const due: DueAddress[] = stopping?.aborted
      ? []
      : await dueAddresses(services, { busy: alsoBusy, last, most: maxConcurrent - alsoBusy.length })
    // One that was busy when this was asked may have ended meanwhile with more messages due: it is asked again.
    if (due.length === 0 && alsoBusy.length === 0) return sent
    last = due.at(-1)?.webhook_id ?? last
    for (const address of due) {
      const work = sendBatch(services, address, stopping).then((count) => {
        sent += count
        busy.delete(address.webhook_id)
      })
      busy.set(address.webhook_id, work)
    }
    if (due.length === 0 && busy.size > 0) await Promise.race([...busy.values(), pause()])
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
