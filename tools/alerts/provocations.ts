import { randomUUID } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { damage, pageBytes } from '../../chaos/damagedPage.chaos.ts'
import { startInstallation } from '../../chaos/installation.ts'
import { startEmbedded } from '../../server/embedded/embedded.ts'
import type { JobQueues } from '../../server/platform/jobs/makeJobs.ts'
import { outboxSender, type OutboxSenders } from '../../server/platform/outbox/sender.ts'
import { withClient } from '../../server/platform/database/withClient.ts'
import { hexOf } from '../../server/platform/calls/wire.ts'
import { beginSale } from '../../server/testing/checkout/testSale.ts'
import { signerUntil } from '../../server/testing/invoices/testCertificate.ts'
import { ids } from '../../server/testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../server/testing/testServices.ts'
import type { Scrape, Seen } from './promtool.ts'

/** Brings a product into the condition of an alert, and says what a Prometheus saw of it. */
type Provocation = () => Promise<Seen>

const scrape = (address: string): Promise<Scrape> =>
  fetch(`${address}/metrics`).then(
    async (answer) => (answer.ok ? answer.text() : null),
    () => null,
  )

/** Reads the metrics until one has such a value. */
async function scrapedOnce(address: string, name: RegExp, suits: (value: number) => boolean): Promise<Scrape> {
  for (;;) {
    const page = (await scrape(address)) ?? ''
    const line = page.split('\n').find((one) => name.test(one))
    if (line !== undefined && suits(Number(line.slice(line.lastIndexOf(' '))))) return page
    await sleep(200)
  }
}

/** A server of its own; what the provocation does a second time is what goes on for minutes. Its condition is over when nothing is done. */
const onServer =
  (provoke: (server: TestServer) => Promise<Scrape | void>, goesOn = false): Provocation =>
  async () => {
    const server = await startTestServer({ proved: false })
    try {
      const well = await scrape(server.url)
      const begun = (await provoke(server)) ?? (await scrape(server.url))
      return { well, begun, later: goesOn ? ((await provoke(server)) ?? (await scrape(server.url))) : begun }
    } finally {
      await server.close()
    }
  }

type Installed = Awaited<ReturnType<typeof startInstallation>>
type InstalledNode = Awaited<ReturnType<Installed['node']>>

/** An installation with its own database, and a server in a process of its own. */
const onInstallation =
  (provoke: (installation: Installed, node: InstalledNode) => Promise<Scrape>): Provocation =>
  async () => {
    const installation = await startInstallation({ operations: 2 })
    try {
      const node = await installation.node()
      const well = await scrape(node.address)
      const begun = await provoke(installation, node)
      return { well, begun, later: begun }
    } finally {
      await installation.close()
    }
  }

const listOf = (server: TestServer) =>
  server.call('operationList', { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA1) }, query: {} })

/** Lists wait for a lock on the table that they read, until `enough` holds. */
async function lists(
  server: TestServer,
  many: number,
  enough: (answers: Promise<unknown>, waiting: () => Promise<number>) => Promise<unknown>,
) {
  await server.as('ownerA')
  await withClient(server.database.ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('lock table operations in access exclusive mode')
    const answers = Promise.all(Array.from({ length: many }, () => listOf(server)))
    const waiting = async () => {
      const { rows } = await client.query<{ many: number }>(
        `select count(*)::int as many from pg_locks where not granted and relation = 'operations'::regclass`,
      )
      return rows[0]?.many ?? 0
    }
    await enough(answers, waiting)
    await client.query('rollback')
    await answers
  })
}

const queueMessages = (server: TestServer, kind: string, channel: string, many: number) =>
  server.ownerSql(
    `insert into outbox (id, kind, subject, channel, due_at, created_at, state) select gen_random_uuid(), $1, n::text, $2, now(), now(), 'pending' from generate_series(1, $3) n`,
    [kind, channel, many],
  )

/** Sends what is due until nothing is pending, as days pass. */
async function letThemDie(server: TestServer, senders: Partial<OutboxSenders>): Promise<void> {
  const sender = outboxSender(senders)
  for (;;) {
    await sender.send(server.services)
    await sender.settled()
    const [left] = await server.ownerSql<{ many: number }>(`select count(*)::int as many from outbox where state = 'pending'`)
    if (left?.many === 0) return
    server.moveClock(86_400_000)
  }
}

const queuesOf = ({ services }: TestServer) => services.jobs as JobQueues
const queueReports = (server: TestServer, many: number) =>
  server.services.database.write(null, async (db) => {
    for (let nth = 0; nth < many; nth += 1)
      await server.services.jobs.send(db, 'report', { merchantId: ids.merchantA1, mode: 'live', reportId: randomUUID() })
  })

/** For each alert of deploy/prometheus-alerts.yml. */
export const provocations: Readonly<Record<string, Provocation>> = {
  TrastiendaDown: onInstallation(async (_, node) => {
    await node.kill()
    return scrape(node.address)
  }),

  TrastiendaNotReady: onInstallation(async ({ database }, node) => {
    await database.stop()
    return scrapedOnce(node.address, /^server_ready\{part="database"\}/, (value) => value === 0)
  }),

  TrastiendaErrors: onServer(async (server) => {
    await server.ownerSql('alter table operations rename to operations_gone')
    const { status } = await listOf(server)
    await server.ownerSql('alter table operations_gone rename to operations')
    if (status !== 500) throw new Error(`a list without its table was answered ${status}`)
  }),

  // Until each has waited for longer than a statement may for a lock.
  TrastiendaRefusing: onServer((server) => lists(server, 4, (answers) => answers), true),

  TrastiendaSlow: onServer(
    (server) =>
      lists(server, 6, async (_, waiting) => {
        while ((await waiting()) < 2) await sleep(20)
        await sleep(700)
      }),
    true,
  ),

  // No workers run here.
  TrastiendaDeadlinesLate: onServer(async (server) => {
    await beginSale(server)
    server.moveClock(30 * 86_400_000)
  }),

  TrastiendaJobsWaiting: onServer(async (server) => {
    await queueReports(server, 101)
    return scrapedOnce(server.url, /^jobs_waiting\{queue="report"\}/, (value) => value > 100)
  }),

  TrastiendaJobsFailed: onServer(async (server) => {
    await queueReports(server, 1)
    const failing = async () => {
      throw new Error('a test lets it fail')
    }
    const jobs = queuesOf(server)
    for (let more = true; more;)
      more = await jobs.drain({ deadline: failing, report: failing, audience: failing }).then(
        () => false,
        () => true,
      )
    return scrapedOnce(server.url, /^jobs_failed\{queue="report"\}/, (value) => value > 0)
  }),

  TrastiendaMessagesLate: onServer(async (server) => {
    await queueMessages(server, 'invoice_email', 'email', 1)
    server.moveClock(600_000)
  }),

  TrastiendaMessagesDead: onServer(async (server) => {
    await queueMessages(server, 'invoice_email', 'email', 1)
    await letThemDie(server, { invoice_email: () => Promise.reject(new Error('a test lets it fail')) })
  }),

  TrastiendaShopsUnreachable: onServer(async (server) => {
    await queueMessages(server, 'order_callback', 'callback', 60)
    await letThemDie(server, { order_callback: async () => ({ dead: 'a test lets it fail' }) })
  }),

  TrastiendaCertificateEnds: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
    const server = await startTestServer({ proved: false })
    try {
      const { config } = server.services
      config.invoicing = { ...config.invoicing, signer: signerUntil(folder, new Date(Date.now() + 40 * 86_400_000)) }
      const well = await scrape(server.url)
      server.moveClock(11 * 86_400_000)
      const begun = await scrape(server.url)
      return { well, begun, later: begun }
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
    }
  },

  TrastiendaPagesDamaged: onInstallation(async (installation, node) => {
    const [path = ''] = await withClient(installation.database.ownerUrl, async (client) =>
      (await client.query<{ path: string }>(`select pg_relation_filepath('operations') as path`)).rows.map((row) => row.path),
    )
    await node.stop()
    await installation.database.stop()
    damage(join(installation.cluster, path), pageBytes - 100)
    const database = await startEmbedded({ dataDir: installation.dataDir, log: () => {} })
    try {
      const again = await installation.node({ DATABASE_URL: database.appUrl, DATABASE_MIGRATION_URL: database.ownerUrl })
      await withClient(database.ownerUrl, (client) => client.query('select * from operations')).catch(() => {})
      return await scrapedOnce(again.address, /^database_damaged_pages /, (value) => value > 0)
    } finally {
      await installation.endNodes()
      await database.stop()
    }
  }),

  TrastiendaBackupStopped: onInstallation(async ({ backupDir, database }, node) => {
    renameSync(backupDir, `${backupDir}-gone`)
    await withClient(database.ownerUrl, async (client) => {
      await client.query(`select pg_logical_emit_message(false, 'test', 'a change to be archived')`)
      await client.query('select pg_switch_wal()')
    })
    return scrapedOnce(node.address, /^backup_log_failures /, (value) => value > 0)
  }),
}
