import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Entry } from '../../platform/outbox/outboxKinds.ts'
import { type Attempt, mergedOutcomes, messageBody, messageIdOf, type StoredMessage, withheld } from '../../platform/outbox/deliveries.ts'
import type { Batch, SendBatch } from '../../platform/outbox/sender.ts'
import { storeResults, type SendingServices } from './storeResults.ts'
import { turnOffFailing, thisWebhook } from './readWebhooks.ts'
import { openSecrets, type SigningSecrets, sendEach, sendSigned, type SignedAddress } from '../../platform/outbound/signedMessages.ts'
import { secretSeal } from './secret.ts'

type Address = SignedAddress & { id: string }
type Stored = StoredMessage & { id: string }
/** A delivery and its entry in the outbox. */
type Message = Stored & { entry: Entry<'webhook'> }

/** Sends messages to one webhook. Nothing is sent to one that is off or deleted: its messages are queued again when it is turned on. */
export const deliverWebhook: SendBatch<'webhook'> = {
  async sendBatch(services: SendingServices, batch) {
    const [{ merchantId, mode } = { merchantId: null, mode: null }] = batch.entries
    const scope = mintScope(merchantId ?? '', mode ?? 'live')
    const { address, messages } = await services.database.read(scope, (db) => load(db, scope, batch.entries))
    if (!address || messages.length === 0) return services.database.write(scope, async (db) => batch.store(db, withheld(batch.entries)))
    const secrets = openSecrets(secretSeal(services.config.keySecrets, address.id), address)
    if (secrets === null)
      return services.database.write(scope, async (db) =>
        turnOffFailing(db, scope, { id: address.id, url: address.url, reason: 'secret', now: services.now() }),
      )
    const attempts = await sendEach(messages, sender(services, scope, address, secrets), batch.mayBegin)
    const withMessage = new Set(messages.map(({ entry }) => entry))
    const missing = batch.entries.filter((entry) => !withMessage.has(entry))
    await storeResults(services, scope, address.id, {
      attempts,
      store: (db, outcomes) => batch.store(db, mergedOutcomes(outcomes, withheld(missing))),
    })
  },
}

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
  const storedById = new Map(stored.map((one) => [one.id, one]))
  return {
    address,
    messages: [...byId].flatMap(([id, entry]) => {
      const one = storedById.get(id)
      return one ? [{ ...one, entry }] : []
    }),
  }
}

/** Sends a message once and returns the result. */
function sender({ outbound, config, now }: SendingServices, { mode }: Scope, { url }: Address, secrets: SigningSecrets) {
  const sending = { outbound, now, vendor: config.brand.vendor }
  return async (message: Message): Promise<Attempt<'webhook'>> => {
    const { id, type, entry } = message
    return {
      id,
      type,
      entry,
      ...(await sendSigned(sending, { url, mode, secrets }, { id: messageIdOf(message), body: messageBody(message) })),
    }
  }
}
