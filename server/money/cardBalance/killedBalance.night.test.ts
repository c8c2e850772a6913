import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import {
  type BalanceFixture,
  type BalanceTrouble,
  balanceTroubles,
  expectedKind,
  startBalanceFixture,
} from '../../testing/cardBalance/balanceFixture.ts'
import { cutServices } from '../../testing/credits/cutServices.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { readBalance } from './readBalance.ts'

let fixture: BalanceFixture
beforeAll(async () => {
  fixture = await startBalanceFixture()
  await readBalance(fixture.server.services)
  fixture.nextMorning()
})
afterAll(() => fixture.close())

const sums = () =>
  fixture.server.ownerSql(
    `select day::text, movements, charges_cents, fees_cents, ledger_cents from card_balance_days where compared_at is not null order by day`,
  )

/** A day of sales with some troubles; returns the differences that must be found. */
async function day(troubles: readonly (BalanceTrouble | 'none')[]): Promise<string[]> {
  const moved = await fixture.sell(troubles.length)
  return troubles.flatMap((trouble, nth) => {
    const movement = moved[2 * nth]
    if (trouble === 'none' || !movement) return []
    fixture.trouble(movement, trouble)
    return [`${expectedKind[trouble]} charge ${movement.about?.id}`]
  })
}

it('killed at each step of random days, reports exactly what was planted, once', async () => {
  const expected: string[] = []
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('none' as const, 'none' as const, ...balanceTroubles), { minLength: 1, maxLength: 6 }),
      async (troubles) => {
        expected.push(...(await day(troubles)))
        fixture.nextMorning()
        // Killed one step later each time, until it comes to its end.
        for (let killedAt = 0; ; killedAt += 1) {
          const cut = cutServices(fixture.server.services, killedAt)
          if (
            await readBalance(cut.services).then(
              () => true,
              () => false,
            )
          )
            break
        }
        const [rows, days] = [await fixture.rows(), await sums()]
        expect(await fixture.differences()).toEqual(expected.toSorted())
        expect(await readBalance(fixture.server.services)).toBe(0)
        expect([await fixture.rows(), await sums()]).toEqual([rows, days])
      },
    ),
    { numRuns: testRuns(10, 10), endOnFailure: true },
  )
  expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
})
