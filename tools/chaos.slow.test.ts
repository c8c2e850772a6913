import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { holds, type Figure } from '../bench/figure.ts'
import { scenario as backup } from '../chaos/backup.chaos.ts'
import { scenario as commitCut } from '../chaos/commitCut.chaos.ts'
import { scenario as databaseKilled } from '../chaos/databaseKilled.chaos.ts'
import { startInstallation, type Installation } from '../chaos/installation.ts'
import { scenario as serverKilled } from '../chaos/serverKilled.chaos.ts'

// Timings mean nothing while other tests run: `npm run chaos` checks them against the budget.
const holdsHere = (figure: Figure) => figure.unit === 'ms' || holds(figure)

// The short form of `npm run chaos`, as a whole by `npm run nightly`: one installation, one fault after the other. The last one stops the database. By day
// the parts have their own tests: connections that are cut (server/sales/operations/connectionFaults.slow.test.ts), also during a commit
// (server/platform/database/slowDatabase.night.test.ts), a killed server or database and a backup (server/embedded).
describe.runIf(process.env.NIGHTLY !== undefined)('the faults of an installation', () => {
  let installation: Installation
  beforeAll(async () => {
    installation = await startInstallation()
  })
  afterEach(() => installation.endNodes())
  afterAll(() => installation.close())

  it.each(Object.entries({ commitCut, databaseKilled, serverKilled, backup }))('%s', async (_, scenario) => {
    const figures = await scenario.run(installation, { brief: true })
    expect(figures.filter((figure) => !holdsHere(figure))).toEqual([])
    // Without any refunds the check would prove nothing.
    expect(figures[0]).toMatchObject({ name: 'refunds', value: expect.any(Number) as number })
    expect(figures[0]?.value).toBeGreaterThan(10)
  })
})
