import { openFaultProxy, type Fault } from './faultProxy.ts'
import { startLoad } from './load.ts'
import { prove, told } from './prove.ts'
import type { Scenario } from './scenario.ts'

/** The faults of the network between browsers and server. */
const faults: readonly Fault[] = [{ lostAnswerShare: 0.2 }, { resetShare: 0.1 }, { delayMs: 150 }]

export const scenario: Scenario = {
  says: 'responses to browsers are lost, connections are reset and delayed, and every request arrives twice',
  async run(ground, { brief }) {
    const node = await ground.node()
    const line = await openFaultProxy({ port: node.port, host: '127.0.0.1' })
    try {
      const session = await ground.session(node.address)
      const load = startLoad(ground, { address: () => `http://127.0.0.1:${line.port}`, session, twice: true })
      for (const fault of faults) {
        line.set(fault)
        await load.flowing(brief ? 10 : 150)
      }
      line.set({})
      await load.flowing(10)
      const report = await load.stop()
      return [
        told(report),
        { name: 'connections cut', value: line.cuts(), unit: '', budget: brief ? 2 : 40, atLeast: true },
        { name: 'answers given anew by their key', value: report.replayed, unit: '', budget: 1, atLeast: true },
        ...(await prove(ground.database.ownerUrl, report)),
      ]
    } finally {
      await line.close()
    }
  },
}
