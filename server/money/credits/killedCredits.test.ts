import { afterAll, beforeAll, expect, it } from 'vitest'
import { spanishIban } from '#domain/money/iban'
import { testRuns } from '#domain/testing/testRuns'
import { type CreditFixture, startCreditFixture } from '../../testing/credits/creditFixture.ts'
import { cutServices } from '../../testing/credits/cutServices.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { transferCredits } from './creditTransfers.ts'
import { payCredits } from './payCredits.ts'

let fixture: CreditFixture
beforeAll(async () => {
  fixture = await startCreditFixture()
  fixture.server.stopClock()
})
afterAll(() => fixture.close())

const minute = 60_000
const iban = spanishIban('2100', '0418', '0200051332')

/** Two credits: cards take one; of the other they decline all, and its customer has given an account. */
async function twoCredits(): Promise<readonly [onCards: string, byTransfer: string]> {
  const [onCards, byTransfer] = [await fixture.sold(), await fixture.sold({ paid: 1 })]
  await fixture.cancel(byTransfer)
  fixture.cards.answers(() => 'never')
  await fixture.work()
  fixture.cards.answers(() => 'succeeded')
  const { id } = await fixture.credit(byTransfer)
  const token = fixture.server.services.tokens.linkOf('credit', id, 1)
  const answer = await fixture.server.call('customerCreditAccount', {
    params: { creditId: id.replaceAll('-', '') },
    headers: { authorization: `Bearer ${token}` },
    body: { iban, holderName: 'Ana García' },
  })
  expect(answer.status).toBe(200)
  await fixture.cancel(onCards)
  return [onCards, byTransfer]
}

async function run(killedAt: number): Promise<number> {
  const cut = cutServices(fixture.services, killedAt)
  await payCredits(cut.services).catch(() => {})
  await transferCredits(cut.services).catch(() => {})
  return cut.steps()
}

it('killed at any step, pays each credit once', async () => {
  const [, first] = await twoCredits()
  const steps = await run(Infinity)
  expect(steps).toBeGreaterThanOrEqual(20)
  expect((await fixture.credit(first)).state).toMatch(/transferring|paid/)
  const many = testRuns(steps, 5)
  const cuts = Array.from({ length: many }, (_, nth) => Math.floor((nth * steps) / many))
  const all: (readonly [string, string])[] = []
  for (const killedAt of cuts) {
    all.push(await twoCredits())
    await run(killedAt)
    fixture.server.moveClock(3 * minute)
    await fixture.work()
  }
  for (let days = 0; days < 5; days += 1) {
    fixture.server.moveClock(24 * 60 * minute)
    await fixture.work()
  }
  for (const [onCards, byTransfer] of all) {
    const [ofCards, ofTransfer] = [await fixture.payments(onCards), await fixture.payments(byTransfer)]
    expect(ofCards.map(({ state, amount }) => `${state} ${amount}`)).toEqual(['succeeded 2000', 'succeeded 2000'])
    for (const { charge_id: id } of ofCards) expect(fixture.cards.refundedCents(id ?? '')).toBe(2_000)
    expect(ofTransfer.filter(({ state }) => state !== 'declined').map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)).toEqual([
      'transfer succeeded 2000',
    ])
  }
  const transfers = fixture.bank.entries().map(({ amountCents }) => amountCents)
  expect(transfers).toEqual(Array.from({ length: all.length + 1 }, () => 2_000))
  expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
})
