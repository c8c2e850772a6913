import type { Services } from '../../platform/calls/call.ts'
import type { Database } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { keepResults, type Tried } from './keepResults.ts'
import { messageBody, messageIdOf, type StoredMessage } from './message.ts'
import { giveUpOn, thisWebhook } from './readWebhooks.ts'
import { secondsOf, secretSeal, signatureOf } from './secret.ts'

type Address = {
  url: string
  secret: string
  old_secret: string | null
  old_secret_ends_at: Date | null
  failing: boolean
  /** Nothing is sent there. */
  off: boolean
}
type Due = StoredMessage & { id: string; attempts: number }

/** Messages taken at a time; of an address where nothing arrives a few, which tell whether it is back. */
const batch = { working: 200, failing: 5 } as const
/** Requests to one address at once. */
const atOnce = 16
const timeoutMs = 10_000
/** Whoever takes messages has them to himself for longer than all of them can take; killed, another takes them up. */
const leaseMs = 150_000
/** So much of an answer is kept. */
const answerKept = 300

/** Sends to one address a batch of what is due there, oldest first; returns how many were tried. */
export async function deliverTo(services: SendingServices, due: DueAddress, stopping?: AbortSignal): Promise<number> {
  if (stopping?.aborted) return 0
  const scope = mintScope(due.merchant_id, due.mode)
  const taken = await take(services, scope, due.webhook_id)
  if (!taken || taken.messages.length === 0) return 0
  const secrets = openSecrets(services, due.webhook_id, taken.address)
  if (secrets === null) {
    const { url } = taken.address
    await services.database.write(scope, async (db) =>
      giveUpOn(db, scope, { id: due.webhook_id, url, reason: 'secret', now: services.now() }),
    )
    return 0
  }
  const send = sender(services, scope, taken.address, secrets)
  const results: Tried[] = []
  const untried: string[] = []
  const queue = taken.messages.values()
  const lane = async () => {
    for (const message of queue) {
      if (stopping?.aborted) untried.push(message.id)
      else results.push(await send(message))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  if (untried.length > 0) await giveBack(services, untried)
  await keepResults(services, scope, due.webhook_id, results)
  return results.length
}

/** What was taken and not sent is anybody's again. */
const giveBack = ({ database }: SendingServices, deliveryIds: readonly string[]) =>
  database.write(null, (db) => db.run(sql`update webhook_turns set due_at = '-infinity' where delivery_id = any(${deliveryIds}::uuid[])`))

/**
 * The address with what is due there; undefined: it is off or gone, and nothing is due any more. It is locked before it is asked whether it is off:
 * whoever turns it on meanwhile is waited for, and what that made due stays.
 */
function take(
  { database, now }: SendingServices,
  scope: Scope,
  webhookId: string,
): Promise<{ address: Address; messages: Due[] } | undefined> {
  return database.write(scope, async (db) => {
    const here = sql`merchant_id = ${scope.merchantId} and mode = ${scope.mode}`
    const address = await db.first<Address>(sql`select w.url, w.secret, w.old_secret, w.old_secret_ends_at,
      w.failing_since is not null as failing, w.off_at is not null as off from webhooks w where ${thisWebhook(scope, webhookId)} for share`)
    if (!address || address.off) {
      // Written down by a change that did not yet see it turned off.
      db.send(sql`delete from webhook_turns where ${here} and webhook_id = ${webhookId}`)
      return undefined
    }
    const leased = new Date(now().getTime() + leaseMs)
    // Each by where it lies and then by its key: joined otherwise, all messages of the shop would be read for the few that are due.
    const messages = await db.rows<Due>(sql`with taken as (update webhook_turns t set due_at = ${leased} where t.ctid = any(array(
        select ctid from webhook_turns where ${here} and webhook_id = ${webhookId} and due_at <= ${now()} order by due_at, number
        limit ${batch[address.failing ? 'failing' : 'working']} for update skip locked)) returning t.delivery_id, t.number)
      select d.id, d.message_id, d.type, d.happened_at, d.data, d.attempts from taken cross join lateral (
        select * from webhook_deliveries d where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.id = taken.delivery_id limit 1) d
      order by taken.number`)
    return { address, messages }
  })
}

type Secrets = { current: string; old: string | null }

/** What signs; null when it was sealed under a key that the server has no more: nobody could check what we sent. */
function openSecrets({ config }: SendingServices, webhookId: string, { secret, old_secret }: Address): Secrets | null {
  const seal = secretSeal(config.keySecret, webhookId)
  try {
    return { current: seal.open(secret), old: old_secret === null ? null : seal.open(old_secret) }
  } catch {
    return null
  }
}

/** Sends a message once and says what became of it. */
function sender({ outbound, config, now }: SendingServices, { mode }: Scope, address: Address, { current, old }: Secrets) {
  return async (message: Due): Promise<Tried> => {
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

/** The beginning of an answer, without what no screen can show. */
const shownAnswer = (body: string): string =>
  body
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, answerKept)

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
