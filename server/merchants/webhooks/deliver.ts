import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Entry } from '../../platform/outbox/outboxKinds.ts'
import type { Outcome } from '../../platform/outbox/outcome.ts'
import type { Batch, SendBatch } from '../../platform/outbox/sender.ts'
import { storeResults, type Attempt } from './storeResults.ts'
import { messageBody, messageIdOf, type StoredMessage } from './message.ts'
import { turnOffFailing, thisWebhook } from './readWebhooks.ts'
import { secondsOf, signatureOf } from '../../platform/outbound/signature.ts'
import { secretSeal } from './secret.ts'

type Address = {
  id: string
  url: string
  secret: string
  old_secret: string | null
  old_secret_ends_at: Date | null
}
type Stored = StoredMessage & { id: string }
/** A delivery and its entry in the outbox. */
type Message = Stored & { entry: Entry<'webhook'> }

/** Concurrent requests to one webhook. */
const concurrency = 16
const timeoutMs = 10_000
/** How many characters of an answer are stored. */
const maxAnswerLength = 300

/** The services that sending needs. */
export type SendingServices = Pick<Services, 'database' | 'now' | 'log' | 'outbound'> & {
  config: Pick<Services['config'], 'keySecret' | 'brand'>
}

/** Sends messages to one webhook. Nothing is sent to one that is off or deleted: its messages are queued again when it is turned on. */
export const deliverWebhook: SendBatch<'webhook'> = {
  async sendBatch(services: SendingServices, batch) {
    const [{ merchantId, mode } = { merchantId: null, mode: null }] = batch.entries
    const scope = mintScope(merchantId ?? '', mode ?? 'live')
    const { address, messages } = await services.database.read(scope, (db) => load(db, scope, batch.entries))
    if (!address || messages.length === 0) return services.database.write(scope, async (db) => batch.store(db, withheld(batch.entries)))
    const secrets = openSecrets(services, address)
    if (secrets === null)
      return services.database.write(scope, async (db) =>
        turnOffFailing(db, scope, { id: address.id, url: address.url, reason: 'secret', now: services.now() }),
      )
    const attempts = await sendAll(messages, sender(services, scope, address, secrets), batch.stopping)
    const found = new Set(messages.map(({ entry }) => entry))
    const missing = batch.entries.filter((entry) => !found.has(entry))
    await storeResults(services, scope, address.id, {
      attempts,
      store: (db, outcomes) => batch.store(db, merged(outcomes, withheld(missing))),
    })
  },
}

type Outcomes = ReadonlyMap<Entry<'webhook'>, Outcome>
const withheld = (entries: Batch<'webhook'>['entries']): Outcomes => new Map(entries.map((entry) => [entry, 'withheld']))
const merged = (...parts: readonly Outcomes[]): Outcomes => new Map(parts.flatMap((part) => [...part]))

/** The webhook, unless it is off, and the deliveries. All entries of a batch go to one webhook. */
async function load(
  db: Connection,
  scope: Scope,
  entries: Batch<'webhook'>['entries'],
): Promise<{ address: Address | undefined; messages: Message[] }> {
  const byId = new Map(entries.map((entry) => [entry.payload.deliveryId, entry]))
  const [address, stored] = await Promise.all([
    db.first<Address>(sql`select w.id, w.url, w.secret, w.old_secret, w.old_secret_ends_at from webhooks w
      where ${thisWebhook(scope, entries[0]?.groupId ?? '')} and w.off_at is null`),
    // Joined by partition key and id: otherwise all messages of the shop would be read for the few that are due.
    db.rows<Stored>(sql`select d.id, d.message_id, d.type, d.happened_at, d.data from unnest(${[...byId.keys()]}::uuid[]) t (id) cross join lateral (
      select * from webhook_deliveries d where ${inScope(scope, 'd')} and d.id = t.id limit 1) d`),
  ])
  const found = new Map(stored.map((one) => [one.id, one]))
  return {
    address,
    messages: [...byId].flatMap(([id, entry]) => {
      const one = found.get(id)
      return one ? [{ ...one, entry }] : []
    }),
  }
}

/** Sends messages concurrently, in their order, until `stopping`. */
async function sendAll(
  messages: readonly Message[],
  send: (message: Message) => Promise<Attempt>,
  stopping?: AbortSignal,
): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  const queue = messages.values()
  const lane = async () => {
    for (const message of queue) {
      if (stopping?.aborted) return
      attempts.push(await send(message))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return attempts
}

type Secrets = { current: string; old: string | null }

/** The signing secrets; null when sealed with a key that the server no longer has: receivers could not verify the signature. */
function openSecrets({ config }: SendingServices, { id, secret, old_secret: oldSecret }: Address): Secrets | null {
  const seal = secretSeal(config.keySecret, id)
  try {
    return { current: seal.open(secret), old: oldSecret === null ? null : seal.open(oldSecret) }
  } catch {
    return null
  }
}

/** Sends a message once and returns the result. */
function sender({ outbound, config, now }: SendingServices, { mode }: Scope, address: Address, { current, old }: Secrets) {
  return async (message: Message): Promise<Attempt> => {
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
    const { id: deliveryId, type, entry } = message
    const tried = { id: deliveryId, type, entry, ms: result.ms }
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
