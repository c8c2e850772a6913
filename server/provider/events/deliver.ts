import { DAY_MS } from '#domain/platform/dates'
import { PROVIDER_EVENTS_KEPT_DAYS, type ProviderEventType } from '#domain/provider/events'
import { webhookTest } from '#domain/merchants/webhook'
import type { Services } from '../../platform/calls/call.ts'
import type { Secrets } from '../../platform/config/secrets.ts'
import { type Seal, sealRow } from '../../platform/calls/seal.ts'
import { endpointCipher } from '../../platform/keys/storedSecrets.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { openSecrets, sendEach, sendSigned, type SignedAddress, type SigningSecrets } from '../../platform/outbound/signedMessages.ts'
import {
  type Attempt,
  mergedOutcomes,
  messageBody,
  messageIdOf,
  resultOf,
  storeDeliveries,
  withheld,
} from '../../platform/outbox/deliveries.ts'
import type { Entry } from '../../platform/outbox/outboxKinds.ts'
import type { Batch, SendBatch } from '../../platform/outbox/sender.ts'
import { dataOf, type WrittenEvent } from './facts.ts'

type Address = SignedAddress & { id: string; mode: Mode }
type Stored = Omit<WrittenEvent, 'type'> & {
  type: ProviderEventType | typeof webhookTest
  id: string
  message_id: string
  happened_at: Date
}
type Message = Stored & { entry: Entry<'provider_event'> }
type Sending = Pick<Services, 'database' | 'now' | 'outbound'> & { config: Pick<Services['config'], 'keySecrets' | 'brand'> }

/** Encrypts and decrypts the secrets of one address with the server's keys. */
export const endpointSeal = (keySecrets: Secrets, endpointId: string): Seal => sealRow(endpointCipher, keySecrets, endpointId)

/** The problem of a delivery that could not be signed: its secret was sealed with a key that the server no longer has. */
const lostSecret = { ms: 0, status: null, answer: null, problem: 'secret' } as const
/** The most old deliveries deleted with each batch, to keep locks short. */
const maxDeleted = 500

/** Sends events to one address. Nothing is sent to one that is off or deleted: its events are queued again when it is turned on. */
export const deliverEvents: SendBatch<'provider_event'> = {
  async sendBatch(services: Sending, batch) {
    const { address, messages } = await services.database.read(null, (db) => load(db, batch.entries))
    if (!address) return services.database.write(null, async (db) => batch.store(db, withheld(batch.entries)))
    const secrets = openSecrets(endpointSeal(services.config.keySecrets, address.id), address)
    const attempts = await sendEach(messages, (message) => attempt(services, address, secrets, message), batch.mayBegin)
    const withMessage = new Set(messages.map(({ entry }) => entry))
    const gone = withheld(batch.entries.filter((entry) => !withMessage.has(entry)))
    await services.database.write(null, async (db) => {
      const now = services.now()
      storeDeliveries(
        db,
        attempts.map((one) => resultOf(one)),
        {
          table: sql`provider_deliveries`,
          where: sql`d.endpoint_id = ${address.id}`,
          store: (own, outcomes) => batch.store(own, mergedOutcomes(outcomes, gone)),
          now,
        },
      )
      deleteOld(db, address.id, now)
    })
  },
}

/** The address, unless it is off, and the deliveries. All entries of a batch go to one address. */
async function load(
  db: Connection,
  entries: Batch<'provider_event'>['entries'],
): Promise<{ address: Address | undefined; messages: Message[] }> {
  const [address, stored] = await Promise.all([
    db.first<Address>(sql`select p.id, p.mode, p.url, p.secret, p.old_secret, p.old_secret_ends_at from provider_endpoints p
      where p.id = ${entries[0]?.groupId ?? null} and p.off_at is null`),
    db.rows<Stored>(sql`select d.id, d.message_id, d.type, d.happened_at, d.account_id, d.merchant_id, d.mode, d.object_id, d.data
      from provider_deliveries d where d.id = any(${entries.map(({ payload }) => payload.deliveryId)}::uuid[])`),
  ])
  const byId = new Map(stored.map((one) => [one.id, one]))
  const messages = entries.flatMap((entry) => {
    const one = byId.get(entry.payload.deliveryId)
    return one ? [{ ...one, entry }] : []
  })
  return { address, messages }
}

/** Composes a message from the facts of now and sends it once. */
async function attempt(
  { database, outbound, config, now }: Sending,
  { url, mode }: Address,
  secrets: SigningSecrets | null,
  message: Message,
): Promise<Attempt<'provider_event'>> {
  const { id, type, entry } = message
  if (secrets === null) return { id, type, entry, ...lostSecret }
  const data = type === webhookTest ? {} : await dataOf(database, { ...message, type })
  const sent = { id: messageIdOf(message), body: messageBody({ ...message, data }) }
  return { id, type, entry, ...(await sendSigned({ outbound, now, vendor: config.brand.vendor }, { url, mode, secrets }, sent)) }
}

/** Deletes deliveries past their retention that need no further attempt. */
const deleteOld = (db: Connection, endpointId: string, now: Date): void =>
  db.send(sql`delete from provider_deliveries d where d.id = any(array(select o.id from provider_deliveries o where o.endpoint_id = ${endpointId}
    and o.queued_at < ${new Date(now.getTime() - PROVIDER_EVENTS_KEPT_DAYS * DAY_MS)} and o.state <> 'waiting' order by o.queued_at limit ${maxDeleted}))`)
