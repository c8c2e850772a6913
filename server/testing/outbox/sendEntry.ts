import { randomUUID } from 'node:crypto'
import type { Services } from '../../platform/calls/call.ts'
import type { Entry, OutboxKind } from '../../platform/outbox/outboxKinds.ts'
import type { Outcome } from '../../platform/outbox/outcome.ts'
import type { SendBatch } from '../../platform/outbox/sender.ts'

/** An entry as a process leases it at the first attempt. */
export const leasedEntry = <K extends OutboxKind>(
  entry: Pick<Entry<K>, 'kind' | 'merchantId' | 'mode' | 'payload'> & Partial<Entry<K>>,
): Entry<K> => ({
  id: randomUUID(),
  accountId: null,
  userId: null,
  groupId: null,
  attempts: 1,
  resent: false,
  createdAt: new Date(),
  ...entry,
})

/** Sends one entry, which is in no outbox; returns how it ended. */
export async function sendEntry<K extends OutboxKind>(
  services: Services,
  sender: SendBatch<K>,
  entry: Entry<K>,
): Promise<Outcome | undefined> {
  let outcome: Outcome | undefined
  await sender.sendBatch(services, { entries: [entry], store: (_, outcomes) => void (outcome = outcomes.get(entry)) })
  return outcome
}
