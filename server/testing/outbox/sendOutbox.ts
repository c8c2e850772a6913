import { afterResponseWorkDone } from '../../access/session/afterResponse.ts'
import { outboxSenders } from '../../app/outboxSenders.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { OutboxKind } from '../../platform/outbox/outboxKinds.ts'
import { outboxSender, type OutboxSenders, type SendBatch } from '../../platform/outbox/sender.ts'
import { deliverWebhook } from '../../merchants/webhooks/deliver.ts'
import { notifyShop } from '../../sales/callbacks/notifyShop.ts'

/** Those that the kinds to be sent use. */
export type OutboxTestServices = Pick<Services, 'database' | 'now'> &
  Partial<Omit<Services, 'config' | 'payments'>> & { config?: object; payments?: object }

/** Sends everything of the outbox that is due, of one kind or of all; returns how many messages were sent. */
export async function sendOutbox(services: OutboxTestServices, kind?: OutboxKind): Promise<number> {
  const all = services as unknown as Services // the kind's sender uses no other than those given
  const sender = outboxSender(kind === undefined ? outboxSenders : { [kind]: outboxSenders[kind] })
  let sent = 0
  for (;;) {
    const before = sent
    sent += await sender.send(all)
    await sender.settled()
    sent += await sender.send(all)
    if (sent === before) return sent
  }
}

/** Waits for the e-mails that are sent after an answer, and sends the queued ones about somebody's own access. */
export async function sendAccountEmails({ services }: { services: OutboxTestServices }): Promise<void> {
  await afterResponseWorkDone()
  await sendOutbox(services, 'account_email')
  await sendOutbox(services, 'email_change_email')
}

/** Sends every callback that is due, one process as another would; returns how many entries were attempted. */
export const sendCallbacks = (services: OutboxTestServices): Promise<number> => attemptAll(services, { order_callback: notifyShop })

/** Sends every webhook message that is due; returns how many were attempted. */
export const sendWebhooks = (services: OutboxTestServices, stopping?: AbortSignal): Promise<number> =>
  attemptAll(services, { webhook: deliverWebhook }, stopping)

async function attemptAll(
  services: OutboxTestServices,
  senders: { [K in OutboxKind]?: SendBatch<K> },
  stopping?: AbortSignal,
): Promise<number> {
  let attempted = 0
  const counted = Object.entries(senders).map(([kind, { sendBatch }]) => [
    kind,
    { sendBatch: counting(sendBatch as SendBatch<OutboxKind>['sendBatch']) },
  ]) // each its own kind's
  function counting(sendBatch: SendBatch<OutboxKind>['sendBatch']): SendBatch<OutboxKind>['sendBatch'] {
    return (all, batch) =>
      sendBatch(all, {
        ...batch,
        store(db, outcomes) {
          attempted += [...outcomes.values()].filter((outcome) => outcome !== 'unsent').length
          batch.store(db, outcomes)
        },
      })
  }
  const sender = outboxSender(Object.fromEntries(counted) as Partial<OutboxSenders>)
  for (let before = -1; before < attempted;) {
    if (stopping?.aborted) break
    before = attempted
    // The kind's sender uses no other services than those given.
    await sender.send(services as unknown as Services, stopping).finally(sender.settled)
  }
  return attempted
}
