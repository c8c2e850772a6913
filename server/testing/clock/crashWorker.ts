import { tmpdir } from 'node:os'
import pg from 'pg'
import { loadConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { buildServer } from '../../app/server.ts'
import type { Services } from '../../platform/calls/call.ts'
import { makeJobs } from '../../platform/jobs/makeJobs.ts'
import type { PaymentProvider } from '../../money/payments/cardProvider.ts'
import { workers } from '../../app/workers.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'

// The workers of one server in a separate process, which kills itself as by `kill -9` at the given step.
export type CrashStep =
  | 'dispatching'
  | 'dispatched'
  | 'taken'
  | 'question_written'
  | 'charged'
  | 'before_commit'
  | 'booking'
  | 'after_commit'
  | 'never'
type Orders = { appUrl: string; ownerUrl: string; aheadMs: number; dieAt: CrashStep }

const orders = JSON.parse(process.argv[2] ?? '{}') as Orders // written by the test that started us
const die = (step: CrashStep) => {
  if (orders.dieAt === step) process.kill(process.pid, 'SIGKILL')
}

/** Charges are in a separate table, committed at once: the card processor outlives us. */
async function lastingCards(cards: PaymentProvider): Promise<PaymentProvider> {
  const pool = new pg.Pool({ connectionString: orders.ownerUrl, options: connectionOptions, max: 4 })
  return {
    ...cards,
    async charge(request) {
      await pool.query('insert into processor (id, cents) values ($1, $2) on conflict (id) do update set asked = processor.asked + 1', [
        request.id,
        request.amountCents,
      ])
      die('charged')
      return { state: 'succeeded', reference: `ref_${request.id}` }
    },
    release: async ({ reference }) => void (await pool.query('delete from processor where id = $1', [reference.replace('ref_', '')])),
  }
}

const anythingDue = (database: Database): Promise<boolean> =>
  database.read(
    null,
    async (db) =>
      (await db.first(sql`select d.object_id from deadlines d where d.due_at <= ${new Date(Date.now() + orders.aheadMs)} limit 1`)) !==
      undefined,
  )

/** Dies inside a transaction once all its statements have reached the database, or right after a commit. */
function mortal(database: Database): Database {
  let scoped = 0
  return {
    ...database,
    async write(scope, work) {
      const nth = scope ? (scoped += 1) : 0
      const result = await database.write(scope, async (db) => {
        const made = await work(db)
        await db.run(sql`select 1`)
        if (!scope) die('dispatching')
        // The first scoped write is the whole transition, or stores the charge before the card is called; the second books the result.
        if (nth === 1) die('before_commit')
        if (nth === 2) die('booking')
        return made
      })
      if (nth === 1) die('question_written')
      // The transaction that deleted the deadlines has committed: they must exist elsewhere.
      if (!scope && orders.dieAt === 'dispatched' && !(await anythingDue(database))) die('dispatched')
      return result
    },
  }
}

const server = await buildServer({
  config: loadConfig({ DATABASE_URL: orders.appUrl, DATA_DIR: tmpdir(), SEED: 'none', LOG_LEVEL: 'error', PORT: '3000' }),
  databaseUrl: orders.appUrl,
  now: () => new Date(Date.now() + orders.aheadMs),
  workers: false,
})
const jobs = makeJobs({ url: orders.appUrl, log: server.services.log })
const services: Services = {
  ...server.services,
  database: mortal(server.services.database),
  payments: { ...server.services.payments, cards: await lastingCards(server.services.payments.cards) },
}
const running = workers(services, {
  ...jobs,
  start: (handlers, givenUp, afterwards) =>
    jobs.start(
      {
        ...handlers,
        deadline: async (work) => {
          die('taken')
          await handlers.deadline(work)
          die('after_commit')
        },
      },
      givenUp,
      afterwards,
    ),
})
process.once('SIGTERM', () => {
  void running
    .stop()
    .then(() => jobs.stop())
    .then(() => process.exit(0))
})
process.stdout.write('ready\n')
