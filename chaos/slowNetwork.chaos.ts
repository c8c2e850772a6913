import { setTimeout as sleep } from 'node:timers/promises'
import { openFaultProxy, type Fault } from './faultProxy.ts'
import { socketOf, throughPort } from './installation.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

/** The faults of the connection to the database, one after the other. The last is too slow for a call of several statements within the client's 15 s. */
const faults: readonly (readonly [name: string, fault: Fault, lastsMs: number])[] = [
  ['late by 250 ms each way', { delayMs: 250 }, 12_000],
  ['one piece in ten reset', { resetShare: 0.1 }, 8_000],
  ['half-open', { silent: true }, 20_000],
  ['1 kB a second', { bytesPerSecond: 1_000 }, 12_000],
]

export const scenario: Scenario = {
  says: 'the connection to the database is delayed, reset, half-open and slow',
  async run(installation) {
    const line = await openFaultProxy(socketOf(installation.database.appUrl))
    try {
      const node = await installation.node({ DATABASE_URL: throughPort(installation.database.appUrl, line.port) })
      const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
      const recovered: Record<string, number> = {}
      let unanswered = 0
      for (const [name, fault, lastsMs] of faults) {
        await load.flowing(10)
        unanswered = load.unanswered()
        line.set(fault)
        await sleep(lastsMs)
        line.set({})
        const startedAt = performance.now()
        await load.flowing(10)
        recovered[name] = Math.round(performance.now() - startedAt)
      }
      const report = await load.stop()
      return [
        refundCounts(report),
        { name: 'attempts left without an answer before the last fault', value: unanswered, unit: '', budget: 0 },
        { name: 'served again after the fault', value: Math.max(...Object.values(recovered)), unit: 'ms', budget: 5_000, facts: recovered },
        ...(await prove(installation.database.ownerUrl, report)),
      ]
    } finally {
      await line.close()
    }
  },
}
