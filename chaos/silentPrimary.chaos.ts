import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../bench/figure.ts'
import { openFaultProxy, type FaultProxy } from './faultProxy.ts'
import { killDatabase, socketOf, throughPort, type Installation } from './installation.ts'
import { startLoad, type LoadReport } from './load.ts'
import type { Node } from './node.ts'
import { openLines } from './openLines.ts'
import { prove, refundCounts, unanswered } from './prove.ts'
import type { Scenario } from './scenario.ts'
import { startStandby } from './standby.ts'

/** Longer than the timeout of an unresponsive connection (11.5 s), so that all of them are dropped and new ones tried. */
const silentMs = 20_000
const connections = 8
/** The maximum number of connections of a process (docs/runbook.md). */
const maxLines = connections + 7
/** Interval and timeout of a health probe. */
const probe = { everyMs: 1_000, patienceMs: 5_000 }

/** The responses of `/readyz`, polled for so long. */
async function probes(address: string, lastsMs: number): Promise<{ status: number; ms: number }[]> {
  const answers: { status: number; ms: number }[] = []
  for (const until = performance.now() + lastsMs; performance.now() < until; await sleep(probe.everyMs)) {
    const startedAt = performance.now()
    const status = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(probe.patienceMs) }).then(
      (answer) => answer.status,
      () => 0,
    )
    answers.push({ status, ms: performance.now() - startedAt })
  }
  return answers
}

type Silence = { figures: Figure[]; report: LoadReport }

/** The primary is unresponsive for a while, then works again. */
async function heardAgain(installation: Installation, node: Node, line: FaultProxy): Promise<Silence> {
  const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
  await load.flowing(30)
  line.set({ silent: true })
  const answers = await probes(node.address, silentMs)
  const lines = openLines(line.port)
  line.set({})
  const heardAt = performance.now()
  await load.flowing(10)
  const backMs = Math.round(performance.now() - heardAt)
  await node.untilReady(10_000)
  await load.flowing(30)
  const report = await load.stop()
  return {
    report,
    figures: [
      refundCounts(report),
      unanswered(report),
      {
        name: '`/readyz` while silent otherwise than 503',
        value: answers.filter(({ status }) => status !== 503).length,
        unit: '',
        budget: 0,
        facts: { asked: answers.length },
      },
      { name: '`/readyz` while silent, slowest', value: Math.round(Math.max(...answers.map(({ ms }) => ms))), unit: 'ms', budget: 3_000 },
      { name: 'connections kept open at the end of the silence', value: lines, unit: '', budget: maxLines },
      { name: 'served again once it is heard', value: backMs, unit: 'ms', budget: 5_000 },
      { name: 'connections kept open afterwards', value: openLines(line.port), unit: '', budget: maxLines },
    ],
  }
}

/** The primary stays unresponsive; its standby is promoted, and the server, which knows both hosts, finds it. */
async function standbyTakesOver(installation: Installation): Promise<Figure[]> {
  const standby = await startStandby(installation, { lateMs: 3, synchronous: true })
  const ways = [await openFaultProxy(socketOf(installation.database.appUrl)), await openFaultProxy(socketOf(standby.appUrl))] as const
  const hosts = ways.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const through = (url: string) => {
    const { username, password, pathname } = new URL(url)
    return `postgres://${username}:${password}@${hosts}${pathname}`
  }
  try {
    const node = await installation.node({
      DATABASE_URL: through(installation.database.appUrl),
      DATABASE_MIGRATION_URL: through(installation.database.ownerUrl),
      DATABASE_CONNECTIONS: String(connections),
    })
    const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
    await load.flowing(30)
    ways[0].set({ silent: true })
    // Whoever promotes makes sure that it stays off; nobody sees its end either.
    killDatabase(installation, 'SIGKILL')
    await installation.database.stop()
    await standby.promote()
    await load.flowing(60)
    const report = await load.stop()
    return [
      refundCounts(report),
      unanswered(report),
      // 11.5 s until the connections are dropped, 3 s for another attempt at the unresponsive host, and overhead.
      { name: 'longest time in which nobody was served, standby promoted', value: report.outageMs, unit: 'ms', budget: 18_000 },
      { name: 'connections to the silent host kept open', value: openLines(ways[0].port), unit: '', budget: 0 },
      { name: 'connections to the new primary', value: openLines(ways[1].port), unit: '', budget: maxLines },
      { name: 'server still the same process', value: Number(node.alive()), unit: '', budget: 1, atLeast: true },
      ...(await prove(standby.ownerUrl, report)),
    ]
  } finally {
    await installation.endNodes()
    for (const way of ways) await way.close()
    await standby.stop()
  }
}

export const scenario: Scenario = {
  says: 'the primary accepts connections without responding or closing them: first alone until it recovers, then with a standby that takes over',
  lacks: () => (process.platform === 'linux' ? null : 'open connections are counted in /proc'),
  async run(installation) {
    const line = await openFaultProxy(socketOf(installation.database.appUrl))
    try {
      const node = await installation.node({
        DATABASE_URL: throughPort(installation.database.appUrl, line.port),
        DATABASE_CONNECTIONS: String(connections),
      })
      const { figures, report } = await heardAgain(installation, node, line)
      figures.push(...(await prove(installation.database.ownerUrl, report)))
      await node.stop()
      return [...figures, ...(await standbyTakesOver(installation))]
    } finally {
      await installation.endNodes()
      await line.close()
    }
  },
}
