import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Connection } from '../server/platform/database/database.ts'
import { mintScope } from '../server/platform/database/scope.ts'
import { prepared, type Sql } from '../server/platform/database/sql.ts'
import { operationList } from '../server/sales/operations/list.ts'
import { openBigShop, serverFlags } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'
import { pgbench } from './pgbench.ts'

// List requests per second, 32 clients in another process, compared with a bare server with the same statement on a pool of the same size and with
// pgbench with the statement alone, alternating; `npm run bench -- requests`.
const size = Number((process.env.BENCH_SIZES ?? '1000000').split(',').at(-1))
const clients = 32
/** The product's default: `databaseConnections` of server/platform/config/config.ts, for both. */
const connections = Number(process.env.DATABASE_CONNECTIONS ?? 20)
const turns = Number(process.env.BENCH_TURNS ?? 5)
const seconds = 3
/** Relative to the bare server's lists (decision 0025). */
const leastOfBare = 0.65

/** The list's statement for its first page: exactly the server's. */
async function statementOf(merchantId: string): Promise<{ text: string; name?: string; values: unknown[] }> {
  let heardQuery: Sql | undefined
  const db = { first: async (query: Sql) => void (heardQuery = query) } as unknown as Connection // the handler uses nothing else of it
  const scope = mintScope(merchantId, 'live')
  await operationList({ query: { ordering: '-created', page: 1 }, scope, caller: { role: 'owner' }, db } as never) // no other part of a call is read there
  if (!heardQuery) throw new Error('the list sent no statement')
  return prepared(heardQuery)
}

type Load = { perSecond: number; p50: number; p99: number; bytes: number; failed: number }

async function load(address: string, headers: Record<string, string>): Promise<Load> {
  const words = [join(import.meta.dirname, 'loadClient.ts'), address, String(clients), String(seconds), JSON.stringify(headers)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  await once(child, 'exit')
  const measured = JSON.parse(output) as Load
  if (measured.failed > 0) throw new Error(`${measured.failed} calls failed`)
  return measured
}

async function bareServer(url: string, statement: object, scope: string[]): Promise<{ address: string; child: ChildProcess }> {
  const words = [url, String(connections), JSON.stringify(statement), JSON.stringify(scope)]
  const child = fork(join(import.meta.dirname, 'bareServer.ts'), words, { execArgv: serverFlags })
  const [port] = (await once(child, 'message')) as [number]
  return { address: `http://127.0.0.1:${port}/`, child }
}

/** The statement as a pgbench script: its values quoted, and no colon that pgbench would take for a variable. */
function scriptOf({ text, values }: { text: string; values: unknown[] }): string {
  const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : value === null ? 'null' : String(value))
  return `${text
    .replaceAll(/\$(\d+)/g, (_, nth: string) => quoted(values[Number(nth) - 1]))
    .replaceAll(/'([^']*HH24[^']*)'/g, (_, format: string) => `U&'${format.replaceAll(':', '\\003A')}'`)
    .replaceAll('\n', ' ')};\n`
}

const shop = await openBigShop(size)
const uuid = shop.merchantId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const statement = await statementOf(uuid)
const bare = await bareServer(shop.database.appUrl, statement, [uuid, 'live'])
const ours = `${shop.address}/v2/merchants/${shop.merchantId}/orders`
const measured = { ours: [] as Load[], bare: [] as Load[], pgbench: [] as number[] }
const options = `-c plan_cache_mode=force_generic_plan -c app.merchant_id=${uuid} -c app.mode=live`
// Until hot code is compiled.
for (let round = 0; round < 3; round += 1) await Promise.all([load(ours, shop.headers), load(bare.address, {})])
for (let turn = 0; turn < turns; turn += 1) {
  measured.bare.push(await load(bare.address, {}))
  measured.ours.push(await load(ours, shop.headers))
  const alone = pgbench(shop.database.appUrl, scriptOf(statement), { clients, seconds, options })
  if (alone) measured.pgbench.push(alone.perSecond)
}
bare.child.disconnect()
const middle = (loads: readonly Load[]) =>
  quantile(
    loads.map(({ perSecond }) => perSecond),
    0.5,
  )
const value = middle(measured.ours)
const facts = {
  operations: size,
  p50ms: quantile(
    measured.ours.map(({ p50 }) => p50),
    0.5,
  ),
  p99ms: quantile(
    measured.ours.map(({ p99 }) => p99),
    0.5,
  ),
  bytes: measured.ours[0]?.bytes ?? 0,
  bareBytes: measured.bare[0]?.bytes ?? 0,
}
const floor = middle(measured.bare)
figure({
  name: 'list requests per second, 32 clients',
  value,
  unit: '/s',
  budget: leastOfBare * floor,
  atLeast: true,
  reference: { name: 'bare server', value: floor },
  facts,
})
if (measured.pgbench.length > 0) {
  const alone = quantile(measured.pgbench, 0.5)
  figure({
    name: 'list requests per second, 32 clients',
    value,
    unit: '/s',
    budget: 0.1 * alone,
    atLeast: true,
    reference: { name: 'pgbench', value: alone },
    facts,
  })
}
await shop.stop()
end()
