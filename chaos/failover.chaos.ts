import { openFaultProxy } from './faultProxy.ts'
import { killDatabase, socketOf } from './installation.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts, unanswered } from './prove.ts'
import type { Scenario } from './scenario.ts'
import { startStandby } from './standby.ts'

// The primary's processes are killed, so that its connections are closed at once. An unresponsive primary: `silentPrimary`.

/** The latency to the standby, each way: two data centres of one city. */
const lateMs = 3

export const scenario: Scenario = {
  says: 'the primary is lost under load and its synchronous standby promoted; servers that know both hosts find the new primary by themselves',
  async run(installation, { brief }) {
    const standby = await startStandby(installation, { lateMs, synchronous: true })
    const ways = [await openFaultProxy(socketOf(standby.appUrl)), await openFaultProxy(socketOf(installation.database.appUrl))]
    // The standby is listed first: a server must not take it for the primary while there is one.
    const hosts = ways.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const through = (url: string) => {
      const { username, password, pathname } = new URL(url)
      return `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`
    }
    try {
      const node = await installation.node({
        DATABASE_URL: through(installation.database.appUrl),
        DATABASE_MIGRATION_URL: through(installation.database.ownerUrl),
      })
      const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
      await load.flowing(brief ? 30 : 300)
      const lostAt = performance.now()
      killDatabase(installation, 'SIGKILL')
      // Nobody restarts it: its machine is lost.
      await installation.database.stop()
      const promotingAt = performance.now()
      await standby.promote()
      const promotedAt = performance.now()
      await load.flowing(brief ? 30 : 300)
      const report = await load.stop()
      return [
        refundCounts(report),
        unanswered(report),
        {
          name: 'longest time in which nobody was served',
          value: report.outageMs,
          unit: 'ms',
          budget: 5_000,
          facts: { gone: Math.round(promotingAt - lostAt), promoting: Math.round(promotedAt - promotingAt) },
        },
        { name: 'server still the same process', value: Number(node.alive()), unit: '', budget: 1, atLeast: true },
        ...(await prove(standby.ownerUrl, report)),
      ]
    } finally {
      await installation.endNodes()
      for (const way of ways) await way.close()
      await standby.stop()
    }
  },
}
