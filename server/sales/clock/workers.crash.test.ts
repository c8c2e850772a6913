import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { CrashStep } from '../../testing/clock/crashWorker.ts'
import { assertBooks, giveCard, writeOperations } from '../../testing/clock/clockFixture.ts'

const day = 86_400_000
const merchantId = hexOf(ids.merchantA1)
const aheadMs = 40 * day

/** An installation of its own, and worker processes on its database. */
type Processes = { server: TestServer; worker: (dieAt: CrashStep) => Promise<ChildProcess> }

const it = test.extend<{ processes: Processes }>({
  // oxlint-disable-next-line no-empty-pattern -- the library reads the names of what a fixture needs from its pattern
  processes: async ({}, use) => {
    const server = await startTestServer({ refundHoldSeconds: 300 })
    await server.ownerSql('create table processor (id uuid primary key, cents bigint not null, asked integer not null default 1)')
    const children = new Set<ChildProcess>()
    await use({ server, worker: (dieAt) => startWorker(server, dieAt, children) })
    for (const child of children) child.kill('SIGKILL')
    await server.close()
  },
})

async function startWorker(server: TestServer, dieAt: CrashStep, children: Set<ChildProcess>): Promise<ChildProcess> {
  const { appUrl, ownerUrl } = server.database
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../testing/clock/crashWorker.ts'), JSON.stringify({ appUrl, ownerUrl, aheadMs, dieAt })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'test' },
    },
  )
  children.add(child)
  child.once('exit', () => children.delete(child))
  await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
  return child
}

/** Creates objects with a deadline of every kind; `many` of each. */
async function write(server: TestServer, many: number): Promise<void> {
  const of = <T>(make: (nth: number) => T) => Array.from({ length: many }, (_, nth) => make(nth))
  const { ownerUrl } = server.database
  const soon = (nth: number) => new Date(Date.now() + day + nth * 1_000)
  await writeOperations(
    ownerUrl,
    of((nth) => ({ substatus: 'pending_customer' as const, channel: 'phone' as const, mid: `C-${nth}` })),
  )
  await server.ownerSql(`update operations set expires_at = now() + interval '2 days' where substatus = 'pending_customer'`)
  await writeOperations(
    ownerUrl,
    of((nth) => ({ substatus: 'pending_merchant' as const, confirmBy: soon(nth) })),
  )
  await writeOperations(
    ownerUrl,
    of((nth) => ({
      substatus: 'pending_merchant' as const,
      reason: 'capture_required' as const,
      product: 'pay_later' as const,
      captureBy: soon(nth),
    })),
  )
  const bought = await writeOperations(
    ownerUrl,
    of((nth) => ({ createdAt: new Date(Date.now() - nth * 60_000), numInstalments: 1 + (nth % 3) })),
  )
  await giveCard(server, bought)
  // Partly captured, and with a held refund.
  const parts = await writeOperations(
    ownerUrl,
    of((nth) => ({
      substatus: 'pending_merchant' as const,
      reason: 'capture_required' as const,
      captureMode: 'manual' as const,
      captureBy: soon(nth),
    })),
  )
  await giveCard(server, parts)
  for (const operationId of parts) {
    const params = { merchantId, operationId }
    expect((await server.call('operationCapture', { params, body: { amount: 30_000 }, as: 'ownerA' })).status).toBe(201)
    expect((await server.call('operationRefund', { params, body: { amount: 1_000 }, as: 'ownerA' })).status).toBe(201)
  }
}

/** Waits until nothing is due, or nearly so, and no job is left. */
async function settled(server: TestServer): Promise<void> {
  const left = () =>
    server.ownerSql<{ due: number; jobs: number }>(
      `select (select count(*)::integer from deadlines where due_at <= now() + ($1::bigint + 70000) * interval '1 ms') as due,
         (select count(*)::integer from pgboss.job where name = 'deadline' and state in ('created', 'retry', 'active')) as jobs`,
      [aheadMs],
    )
  await expect.poll(left, { interval: 100 }).toEqual([{ due: 0, jobs: 0 }])
}

/** Every transition happened exactly once, and the processor's records match the ledger. */
async function assertOnce(server: TestServer, many: number): Promise<void> {
  const events = await server.ownerSql<{ event: string; times: number; operations: number }>(
    `select event, count(*)::integer as times, count(distinct operation_id)::integer as operations from operation_events
     where event in ('checkout_expired', 'confirmation_expired', 'capture_expired', 'rest_voided', 'partially_refunded') group by 1 order by 1`,
  )
  expect(events).toEqual(
    ['capture_expired', 'checkout_expired', 'confirmation_expired', 'partially_refunded', 'rest_voided'].map((event) => ({
      event,
      times: many,
      operations: many,
    })),
  )
  const [money] = await server.ownerSql<Record<string, string>>(
    `select (select count(*) from processor) as taken, (select sum(cents) from processor) as taken_cents,
       (select count(*) from ledger_journals where kind = 'instalment') as journals,
       (select sum(l.amount_cents) from ledger_lines l join ledger_journals j on j.id = l.journal_id where j.kind = 'instalment' and l.account = 'cash') as cash_cents,
       (select count(*) from instalments where state = 'paid') as paid, (select sum(amount_cents) from instalments where state = 'paid') as paid_cents,
       (select count(*) from operation_events where event in ('instalment_collected', 'last_instalment_collected')) as events,
       (select count(*) from charges where state = 'captured') as charges, (select count(*) from charges where state <> 'captured') as others`,
  )
  // Plans in three parts have one instalment due, plans in one part the only one; partly captured ones the first.
  expect(money).toEqual({
    ...Object.fromEntries(['taken', 'journals', 'paid', 'events', 'charges'].map((name) => [name, String(2 * many)])),
    ...Object.fromEntries(['taken_cents', 'cash_cents', 'paid_cents'].map((name) => [name, money?.['taken_cents']])),
    others: '0',
  })
  const [completed] = await server.ownerSql<{ many: number }>(
    `select count(*)::integer as many from operations where substatus = 'payment_completed'`,
  )
  expect(completed?.many).toBe(Math.ceil(many / 3))
  await assertBooks(server.database.ownerUrl)
}

describe('workers of several processes', () => {
  it('racing on everything due do each thing once, also when they lose all their database connections', async ({
    processes: { server, worker },
  }) => {
    const many = testRuns(60, 6)
    await write(server, many)
    const workers = await Promise.all([worker('never'), worker('never')])
    for (let round = 0; round < 8; round += 1) {
      await server.ownerSql(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('trastienda', 'trastienda-jobs') and datname = current_database()`,
      )
      await sleep(150)
    }
    await settled(server)
    expect(workers.map(({ exitCode }) => exitCode)).toEqual([null, null])
    await assertOnce(server, many)
    const stopped = workers.map((child) => once(child, 'exit'))
    for (const child of workers) child.kill('SIGTERM')
    expect((await Promise.all(stopped)).map(([code]) => code as number)).toEqual([0, 0])
  })
})

describe('a killed worker', () => {
  // In the daily run, where the card was charged and we do not know it; the other steps in `npm run nightly`.
  const steps = [
    'charged' as const,
    ...(process.env.NIGHTLY === undefined
      ? []
      : (['dispatching', 'dispatched', 'taken', 'question_written', 'booking', 'before_commit', 'after_commit'] as const)),
  ]
  // They mostly wait for the missing heartbeat, so they run concurrently.
  it.concurrent.for(steps)(
    'at the step “%s” leaves everything to be done once after a restart',
    async (step, { processes: { server, worker } }) => {
      const many = 6
      await write(server, many)
      const victim = await worker(step)
      if (victim.exitCode === null && victim.signalCode === null) await once(victim, 'exit')
      expect(victim.signalCode).toBe('SIGKILL')
      await worker('never')
      await settled(server)
      await assertOnce(server, many)
    },
  )
})
