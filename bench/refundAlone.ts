import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../server/platform/database/database.ts'
import { mintScope } from '../server/platform/database/scope.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import type { Services } from '../server/platform/calls/call.ts'
import { byKey } from '../server/platform/calls/idempotency.ts'
import { writeOnce } from '../server/platform/gateway/writeOnce.ts'
import { makeJobs } from '../server/platform/jobs/makeJobs.ts'
import { operationRefund } from '../server/sales/operations/refund.ts'
import { pgbench } from './pgbench.ts'

// The statements of a refund, replayed by pgbench: the same statements with other values, in the same packets, in one transaction.

type CapturedStatement = { text: string; values: readonly unknown[] }
type Packets = readonly (readonly CapturedStatement[])[]
type QueryArgument = pg.QueryConfig | string

/** Runs some work and returns the statements of its connections, packet by packet: those sent before waiting for a response are one packet. */
async function packetsOf(work: () => Promise<unknown>): Promise<Packets> {
  const packets: CapturedStatement[][] = []
  // The overload that our services use, of the many in the library's types: one argument, and a promise. The job library uses others.
  const client = pg.Client.prototype as unknown as { query(sent: QueryArgument, ...more: unknown[]): Promise<unknown> }
  const query = client.query
  let waiting = 0
  client.query = function (sent, ...more) {
    if (more.length > 0) return query.call(this, sent, ...more)
    const parsedQuery = typeof sent === 'string' ? { text: sent, values: [] } : { text: sent.text, values: sent.values ?? [] }
    if (waiting === 0) packets.push([parsedQuery])
    else packets.at(-1)?.push(parsedQuery)
    waiting += 1
    const answer = query.call(this, sent)
    const over = () => void (waiting -= 1)
    answer.then(over, over)
    return answer
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return packets
}

const valuesOf = (packets: Packets) => packets.flat().flatMap(({ values }) => values)
/** Refunds with the same statements and other values. */
const shapeOf = (packets: Packets) => JSON.stringify([packets.flat().map(({ text }) => text), valuesOf(packets).map((one) => one === null)])

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The values of a new refund: ids that were `known` before stay, every other one is new, and so is the idempotency key. */
function valuesAnew(packets: Packets, known: ReadonlySet<string>): (string | null)[] {
  const key = packets.flat().find(({ text }) => text.startsWith('insert into idempotency_keys'))?.values[0]
  const anew = new Map<string, string>()
  const newKey = `\\x${randomBytes(32).toString('hex')}`
  return valuesOf(packets).map((value) => {
    if (value === null) return null
    if (Buffer.isBuffer(value)) return Buffer.isBuffer(key) && value.equals(key) ? newKey : `\\x${value.toString('hex')}`
    if (value instanceof Date) return value.toISOString()
    if (Array.isArray(value)) return `{${value.map(String).join(',')}}`
    const text = String(value)
    if (!uuid.test(text) || known.has(text)) return text
    const own = anew.get(text) ?? randomUUID()
    anew.set(text, own)
    return own
  })
}

/** Each run takes the next row of values. */
function scriptOf(packets: Packets): string {
  let before = 0
  const statement = ({ text, values }: CapturedStatement) => {
    const first = before
    before += values.length
    const statement = text
      .replaceAll(/'([^']*HH24[^']*)'/g, (_, format: string) => `U&'${format.replaceAll(':', '\\003A')}'`)
      .replaceAll(/\$(\d+)/g, (_, nth: string) => (values[Number(nth) - 1] === null ? 'null' : `:v${first + Number(nth)}`))
    return `${statement.replaceAll('\n', ' ')};`
  }
  const lines = packets.flatMap((packet) => ['\\startpipeline', ...packet.map(statement), '\\endpipeline'])
  const values = valuesOf(packets).map((_, nth) => `v[${nth + 1}] as v${nth + 1}`)
  return ['\\set row :row + 1', `select ${values.join(', ')} from bench_refunds where n = :row \\gset`, ...lines, ''].join('\n')
}

type Databases = { appUrl: string; ownerUrl: string; merchantId: string }

/** `run`: the next so many of these transactions, in milliseconds; null if pgbench is not installed. */
type Replay = { run(transactions: number): number[] | null; close(): Promise<void> }

/** Refunds of 1 € of each operation, first by the server's code, then as often as wanted by pgbench, up to once each. */
export async function replayRefunds(databases: Databases, operationIds: readonly string[]): Promise<Replay> {
  const { recorded, known } = await record(databases, operationIds)
  const [first] = recorded
  if (!first) throw new Error('no operation to refund')
  const alike = recorded.filter((packets) => shapeOf(packets) === shapeOf(first))
  await withClient(databases.ownerUrl, async (client) => {
    await client.query('create table bench_refunds (n integer primary key, v text[] not null)')
    for (const [nth, packets] of alike.entries())
      await client.query('insert into bench_refunds values ($1, $2)', [nth + 1, valuesAnew(packets, known)])
    await client.query('grant select on bench_refunds to public')
  })
  const script = scriptOf(first)
  let row = 0
  return {
    run(transactions) {
      const many = Math.min(transactions, alike.length - row)
      const run = { transactions: many, variables: { row: String(row) }, options: '-c plan_cache_mode=force_generic_plan' }
      row += many
      return pgbench(databases.appUrl, script, run)?.ms ?? null
    },
    close: () => withClient(databases.ownerUrl, async (client) => void (await client.query('drop table bench_refunds'))),
  }
}

/** Refunds 1 € of each operation, concurrently, through the server's code, and records the statements. */
async function record({ appUrl, ownerUrl, merchantId }: Databases, operationIds: readonly string[]) {
  const scope = mintScope(merchantId, 'live')
  const { user, account, captures } = await idsOf(ownerUrl, merchantId, operationIds)
  const database = openDatabase({ url: appUrl, connections: 1 })
  const now = () => new Date()
  const jobs = makeJobs({ url: appUrl, log: () => {} })
  const services = { database, now, jobs } as unknown as Services // no other part of it is read there
  const recorded: Packets[] = []
  for (const operationId of operationIds) {
    const call = {
      params: { merchantId, operationId: operationId.replaceAll('-', '') },
      body: { amount: 100 },
      caller: { userId: user, accountId: account, role: 'owner', undoSeconds: 0 },
    }
    const give = () =>
      writeOnce({
        services,
        scope,
        repeat: byKey(randomUUID(), {
          userId: user,
          sessionId: user,
          merchantId,
          mode: 'live',
          method: 'POST',
          path: operationId,
          bodyMarks: [''],
        }),
        prepare: undefined,
        verb: async (db, _asked, audit) => {
          const answer = await operationRefund({ ...call, db, scope, services, now: now(), audit } as never) // as above
          return { status: 200, body: (answer as { json: string }).json }
        },
        refused: ({ type }) => {
          throw new Error(`the refund was refused: ${type}`)
        },
        entry: (outcome, change) => ({
          accountId: account,
          merchantId,
          mode: 'live',
          userId: user,
          role: 'owner',
          ip: '127.0.0.1',
          call: 'operationRefund',
          outcome,
          requestId: operationId,
          ...change,
        }),
      })
    recorded.push(await packetsOf(give))
  }
  await jobs.stop()
  await database.close()
  return { recorded, known: new Set([merchantId, user, account, ...operationIds, ...captures]) }
}

/** The shop's owner and account, and the captures of these operations. */
const idsOf = (ownerUrl: string, merchantId: string, operationIds: readonly string[]) =>
  withClient(ownerUrl, async (client) => {
    await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false)`, [merchantId])
    const owners = await client.query<{ id: string; account_id: string }>(
      `select u.id, u.account_id from members u join merchants m on m.account_id = u.account_id where m.id = $1 and u.role = 'owner' limit 1`,
      [merchantId],
    )
    const captures = await client.query<{ id: string }>('select id from captures where operation_id = any($1)', [operationIds])
    const [owner] = owners.rows
    if (!owner) throw new Error('the shop has no owner')
    return { user: owner.id, account: owner.account_id, captures: captures.rows.map(({ id }) => id) }
  })
