import type { Config } from '../config/config.ts'
import type { Services } from '../calls/call.ts'
import { withRecipientLanguage } from '../calls/messages.ts'
import { composeEmail } from '../emails/composeEmail.ts'
import type { EmailContent } from '../emails/content.ts'
import type { Entry, OutboxKind } from './outboxKinds.ts'
import type { Postponed } from './outcome.ts'
import type { SendEntry } from './sender.ts'

/** Whom an e-mail goes to. `locale`: the reader's language; null: unknown. */
export type Recipient = { email: string; locale: string | null; postponedUntil?: never }

type EmailKind<K extends OutboxKind, Facts extends Recipient> = {
  /** The current facts; undefined when there is nothing to send any more. */
  load(services: Services, entry: Entry<K>): Promise<Facts | Postponed | undefined>
  /** Pure. Written in the reader's language, the caller's. */
  render(facts: Facts, config: Config): EmailContent
}

/** A kind of e-mail, whose Message-ID is the entry's id. */
export const emailKind =
  <K extends OutboxKind, Facts extends Recipient>({ load, render }: EmailKind<K, Facts>): SendEntry<K> =>
  async (services, entry) => {
    const facts = await load(services, entry)
    if (facts === undefined) return 'withheld'
    if (facts.postponedUntil !== undefined) return facts
    const email = withRecipientLanguage(facts.locale, () => composeEmail(render(facts, services.config), services.config))
    await services.mail({ id: entry.id, to: facts.email, ...email })
    return 'sent'
  }
