import { channels } from '#domain/sales/operations/states'
import { syncDispute } from '../../money/disputes/syncDispute.ts'
import type { TestServer } from '../testServices.ts'
import { disputeFixture } from './disputeFixture.ts'

const hourMs = 3_600_000

/** Twelve customers dispute what their cards paid, within two days; their banks only ask at first or withdraw it, and decide on some hours later. */
export async function disputeAtRandom(server: TestServer, random: () => number): Promise<void> {
  const fixture = disputeFixture(server)
  const records = server.services.payments.simulatedDisputes
  const undecided: string[] = []
  let decisions = 0
  for (let nth = 0; nth < 12; nth += 1) {
    const channel = channels[Math.floor(random() * channels.length)]
    const operationId = await fixture.sold({ totalCents: 3_000 + Math.floor(random() * 90_000), ...(channel && { channel }) })
    const reference = await fixture.dispute(operationId, { isInquiry: random() < 0.3 })
    await syncDispute(server.services, reference, 'live')
    undecided.push(reference)
    server.moveClock((1 + random() * 5) * hourMs)
    if (random() < 0.3) continue
    const [decided = reference] = undecided.splice(Math.floor(random() * undecided.length), 1)
    const withdrawnCents = (await records.read(decided))?.amountCents ?? 0
    await records.change(decided, (decisions += 1) % 2 === 0 ? { state: 'won', withdrawnCents: 0 } : { state: 'lost', withdrawnCents })
    await syncDispute(server.services, decided, 'live')
  }
}
