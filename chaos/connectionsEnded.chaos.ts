import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../server/platform/database/withClient.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts, unanswered } from './prove.ts'
import type { Scenario } from './scenario.ts'

const ended = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'`

export const scenario: Scenario = {
  says: 'every connection to the database is terminated each second, also inside transactions',
  async run(installation, { brief }) {
    const node = await installation.node()
    const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
    await load.flowing(5)
    const rounds = brief ? 2 : 30
    for (let round = 0; round < rounds; round += 1) {
      await withClient(installation.database.ownerUrl, (client) => client.query(ended))
      await sleep(1_000)
    }
    await load.flowing(10)
    const report = await load.stop()
    return [
      refundCounts(report),
      unanswered(report),
      // A COMMIT whose connection ends is put off, as its outcome is unknown: of few attempts one is more than one in a hundred.
      {
        name: 'put off',
        value: report.putOff,
        unit: '',
        budget: Math.max(Math.floor(report.attempts / 100), brief ? rounds : 0),
        facts: { attempts: report.attempts, rounds },
      },
      { name: 'server still the same process', value: Number(node.alive()), unit: '', budget: 1, atLeast: true },
      ...(await prove(installation.database.ownerUrl, report)),
    ]
  },
}
