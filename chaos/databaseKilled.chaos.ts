import { setTimeout as sleep } from 'node:timers/promises'
import { restartDatabase } from './installation.ts'
import { startLoad } from './load.ts'
import { failedAfterwards, prove, refundCounts, unanswered } from './prove.ts'
import type { Scenario } from './scenario.ts'

export const scenario: Scenario = {
  says: 'PostgreSQL is killed repeatedly under load: with SIGKILL, and by the immediate shutdown of a failover',
  async run(installation, { brief }) {
    const node = await installation.node()
    const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
    const cycles = brief ? 1 : 12
    const awayMs: number[] = []
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await load.flowing(15)
      await sleep(200 * Math.random())
      load.mustServe(false)
      awayMs.push(await restartDatabase(installation, cycle % 2 === 0 ? 'SIGKILL' : 'SIGQUIT'))
      load.mustServe(true)
      // The supervisor gives up on a database that dies more often than five times a minute.
      if (cycle % 4 === 3) await sleep(61_000)
    }
    await load.flowing(15)
    const report = await load.stop()
    return [
      refundCounts(report),
      unanswered(report),
      failedAfterwards(report),
      {
        name: 'longest time in which nobody was served',
        value: report.outageMs,
        unit: 'ms',
        budget: 5_000,
        // Killed to accepting connections: stopping what is left, starting and recovery. On a busy machine this is nearly all of it.
        facts: { cycles, databaseAwayMs: Math.max(...awayMs) },
      },
      { name: 'server still the same process', value: Number(node.alive()), unit: '', budget: 1, atLeast: true },
      { name: 'lines about an unforeseen fault', value: node.said().split('unforeseen fault').length - 1, unit: '', budget: 0 },
      ...(await prove(installation.database.ownerUrl, report)),
    ]
  },
}
