import { openFaultProxy, type Fault } from './faultProxy.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

/** The faults of the network between browsers and server. */
const faults: readonly Fault[] = [{ lostAnswerShare: 0.2 }, { resetShare: 0.1 }, { delayMs: 150 }]

export const scenario: Scenario = {
  says: 'responses to browsers are lost, connections are reset and delayed, and every request arrives twice',
  async run(installation, { brief }) {
    const node = await installation.node()
    const line = await openFaultProxy({ port: node.port, host: '127.0.0.1' })
    try {
      const session = await installation.session(node.address)
      const load = startLoad(installation, { address: () => `http://127.0.0.1:${line.port}`, session, twice: true })
      for (const fault of faults) {
        line.set(fault)
        await load.flowing(brief ? 10 : 150)
      }
      line.set({})
      await load.flowing(10)
      const report = await load.stop()
      return [
        refundCounts(report),
        { name: 'connections cut', value: line.cuts(), unit: '', budget: brief ? 2 : 40, atLeast: true },
        { name: 'answers given anew by their key', value: report.replayed, unit: '', budget: 1, atLeast: true },
        ...(await prove(installation.database.ownerUrl, report)),
      ]
    } finally {
      await line.close()
    }
  },
}
