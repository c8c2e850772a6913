import { DAY_MS } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import { ProviderUnreachable } from '../payments/partners.ts'
import { bookRead, providerOf, revisionOf } from './syncDispute.ts'

/** How far back disputes are looked for: a notification is repeated for three days, and a server may have been down for as long again. */
const lookBackDays = 14

/** Looks for disputes whose notification was lost. A dispute that is not ours to book does not keep the others from it. */
export async function findDisputes(services: Services): Promise<void> {
  const since = new Date(services.now().getTime() - lookBackDays * DAY_MS)
  try {
    for (const read of await services.payments.cards.disputes.list({ since, mode: 'live' })) {
      const provider = providerOf(services, 'live')
      const seen = await revisionOf(services, provider, read.reference)
      // What is known is read again by its own queue.
      if (seen > 0) continue
      await bookRead(services, provider, read, seen).catch((error: unknown) =>
        services.log('error', 'dispute_not_booked', { reference: read.reference }, error),
      )
    }
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    services.log('warn', 'cards_unreachable', { looking: 'disputes' }, error)
  }
}
