import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { AUDIENCE_ROWS } from '#domain/sales/campaigns/audience'
import { dataRows, guessMapping, nothingSorted, readAudienceTable, sortRows } from '#domain/sales/campaigns/audienceFile'
import { memberText } from '#domain/sales/campaigns/audienceIdentifier'
import { openBigShop } from './bigShop.ts'
import { end, figure } from './figure.ts'
import { connectionOptions } from '../server/platform/database/productSchema.ts'

// The largest audience: time to read its file, to store it and until it is ready, compared with PostgreSQL's own COPY of the same
// hashes into the same table, and the server's memory meanwhile; `npm run bench -- audience`. BENCH_SIZES: operations of the shop.
const size = Number((process.env.BENCH_SIZES ?? '1000000').split(',').at(-1))
const shop = await openBigShop(size)
const audiences = `${shop.address}/v2/merchants/${shop.merchantId}/audiences`
const client = new pg.Client({ connectionString: shop.database.ownerUrl, options: connectionOptions })
await client.connect()

const content = [
  'nombre;correo',
  ...Array.from({ length: AUDIENCE_ROWS }, (_, nth) => `Cliente ${nth};cliente.${nth}@correo-de-prueba.es`),
].join('\r\n')
const reading = performance.now()
const table = readAudienceTable(content)
if (!table) throw new Error('the file has too many rows')
const mapping = guessMapping(table)
const sorted = nothingSorted()
sortRows(sorted, dataRows(table, mapping), mapping)
figure({
  name: 'largest file read and sorted',
  value: (performance.now() - reading) / 1000,
  unit: 's',
  budget: 1.5,
  facts: { rows: sorted.rows, people: sorted.members.size, bytes: content.length },
})
const digests = [...sorted.members].map((member) => createHash('sha256').update(memberText(mapping.type, member)).digest())

/** The same hashes, copied into a table with the same columns and key; seconds. */
async function copied(): Promise<number> {
  await client.query('drop table if exists bench_members; create table bench_members (like audience_members including indexes)')
  const lines = digests.map((digest) => `${shop.merchantId}\tlive\t${shop.merchantId}\t\\\\x${digest.toString('hex')}\t2026-11-22\n`)
  const startedAt = performance.now()
  await pipeline(Readable.from(lines), client.query(copyFrom('copy bench_members from stdin')))
  return (performance.now() - startedAt) / 1000
}

type AudienceAnswer = { uuid: string; status: string; size: number; matched: number; progress: number }

async function audienceOfRound(nth: number): Promise<{ seconds: number; ready: number; steps: number; audience: AudienceAnswer }> {
  const form = new FormData()
  const fields = {
    name: `La mayor ${nth} de ${Date.now()}`,
    identifier_type: 'email',
    basis: 'consent',
    rows: AUDIENCE_ROWS,
    duplicates: 0,
    invalid: 0,
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('members', new Blob(digests.map((digest) => new Uint8Array(digest))), 'clientes.csv')
  const startedAt = performance.now()
  const answer = await fetch(audiences, { method: 'POST', headers: { ...shop.headers }, body: form })
  let audience = (await answer.json()) as AudienceAnswer
  if (answer.status !== 201) throw new Error(`no audience: ${answer.status} ${JSON.stringify(audience)}`)
  const seconds = (performance.now() - startedAt) / 1000
  const seen = new Set<number>()
  while (audience.status === 'processing') {
    await sleep(50)
    audience = JSON.parse((await shop.call('GET', `/v2/merchants/${shop.merchantId}/audiences/${audience.uuid}`)).text) as AudienceAnswer
    seen.add(audience.progress)
  }
  if (audience.status !== 'ready' || audience.size !== AUDIENCE_ROWS) throw new Error(`not filled: ${JSON.stringify(audience)}`)
  return { seconds, ready: (performance.now() - startedAt) / 1000, steps: seen.size, audience }
}

await sleep(3_000)
const restMb = shop.memory() / 1e6
let peakMb = 0
const watching = setInterval(() => (peakMb = Math.max(peakMb, shop.memory() / 1e6)), 20)
const rounds = []
for (let nth = 0; nth < 3; nth += 1) {
  const reference = await copied()
  const result = await audienceOfRound(nth)
  rounds.push({ reference, ...result })
  await shop.call('DELETE', `/v2/merchants/${shop.merchantId}/audiences/${result.audience.uuid}`)
}
clearInterval(watching)
const [, middle] = rounds.toSorted((a, b) => a.seconds - b.seconds)
if (!middle) throw new Error('nothing was measured')
figure({
  name: 'largest audience kept',
  value: middle.seconds,
  unit: 's',
  budget: 5,
  reference: { name: 'COPY of the same hashes', value: middle.reference },
  facts: { members: middle.audience.size },
})
figure({
  name: 'largest audience ready',
  value: middle.ready,
  unit: 's',
  facts: { operations: size, matched: middle.audience.matched, progressSteps: middle.steps },
})
figure({ name: 'memory while it is made', value: peakMb, unit: 'MB', budget: 200, facts: { restMb: Math.round(restMb * 10) / 10 } })
await client.query('drop table if exists bench_members')
await client.end()
await shop.stop()
end()
