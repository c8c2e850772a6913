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
    const atCommit = node
      .said()
      .split('\n')
      .filter((line) => line.includes('unhandled_error') && line.includes('connection lost during commit'))
    const otherwise = report.putOffRequests.filter((id) => !atCommit.some((line) => line.includes(`"request":"${id}"`)))
    return [
      refundCounts(report),
      unanswered(report),
      { name: 'put off otherwise than for a COMMIT on its way', value: otherwise.length, unit: '', budget: 0 },
      // Of few attempts one is more than one in a hundred.
      {
        name: 'put off, of a hundred',
        value: (100 * report.putOff) / report.attempts,
        unit: '%',
        ...(brief ? {} : { budget: 1 }),
        facts: { attempts: report.attempts, rounds },
      },
      { name: 'server still the same process', value: Number(node.alive()), unit: '', budget: 1, atLeast: true },
      ...(await prove(installation.database.ownerUrl, report)),
    ]
  },
}
