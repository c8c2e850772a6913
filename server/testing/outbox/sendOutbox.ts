import { settled } from '../../access/session/afterResponse.ts'
import { outboxSenders } from '../../app/outboxSenders.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { OutboxKind } from '../../platform/outbox/outboxKinds.ts'
import { outboxSender } from '../../platform/outbox/sender.ts'

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
  await settled()
  await sendOutbox(services, 'account_email')
  await sendOutbox(services, 'email_change_email')
}
