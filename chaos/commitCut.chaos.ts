import { openFaultProxy } from './faultProxy.ts'
import { socketOf, throughPort } from './installation.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts, unanswered } from './prove.ts'
import type { Scenario } from './scenario.ts'

export const scenario: Scenario = {
  says: 'connections to the database are reset in COMMIT: before it arrived, and after it was executed but not acknowledged',
  async run(installation, { brief }) {
    const line = await openFaultProxy(socketOf(installation.database.appUrl))
    try {
      const node = await installation.node({ DATABASE_URL: throughPort(installation.database.appUrl, line.port) })
      const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
      for (const when of ['before', 'after'] as const) {
        line.set({ commitCut: { share: 0.2, when } })
        await load.flowing(brief ? 25 : 600)
      }
      // Which commits are cut is drawn: a few more, should all have been of other writes.
      for (let more = 0; load.replayed() === 0 && more < 20; more += 1) await load.flowing(5)
      line.set({})
      await load.flowing(10)
      const report = await load.stop()
      return [
        refundCounts(report),
        unanswered(report),
        { name: 'connections cut', value: line.cuts(), unit: '', budget: brief ? 5 : 150, atLeast: true },
        { name: 'answers given anew by their key', value: report.replayed, unit: '', budget: 1, atLeast: true },
        ...(await prove(installation.database.ownerUrl, report)),
      ]
    } finally {
      await line.close()
    }
  },
}
