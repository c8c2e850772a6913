import { ids, writeFixture } from '../server/testing/testFixture.ts'
import { issueTestKey, makeShop } from '../server/testing/shopsApi/testShop.ts'
import { startTestServer } from '../server/testing/testServices.ts'
import { benchCluster } from './benchCluster.ts'
import { end, figure } from './figure.ts'

// What the log of API calls costs the process for each call: the same calls with and without it, in turns. The clock moves on by a minute
// every hundred calls, so that each of them is stored, with its masked body; writing the batches counts too.
const [rounds, callsARound] = [12, 400]
const cluster = await benchCluster()
await writeFixture(cluster.ownerUrl)
const database = { ownerUrl: cluster.ownerUrl, appUrl: cluster.appUrl, drop: () => Promise.resolve() }
const server = await startTestServer({ proved: false, database, config: { checkAnswers: false } })
const shop = makeShop(server, await issueTestKey(server, ids.merchantA1, 'live', 'private'))
const body = {
  order: { id: 'A-1', total_amount: 'x', articles: [{ id: 1, name: 'Silla', quantity: 1, price: 100 }] },
  customer: { phone: '612340098' },
}
const { note } = server.services.apiCalls

async function round(isLogged: boolean): Promise<number> {
  server.services.apiCalls.note = isLogged ? note : () => {}
  const before = process.cpuUsage()
  for (let nth = 0; nth < callsARound; nth += 1) {
    if (nth % 100 === 0) server.moveClock(60_000)
    if (nth % 2 === 0) await shop('GET', '/me')
    else await shop('POST', '/checkout', { body })
  }
  await server.services.apiCalls.flush()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / callsARound
}

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
await round(true)
await round(false)
const [logged, unlogged, differences]: [number[], number[], number[]] = [[], [], []]
for (let nth = 0; nth < rounds; nth += 1) {
  const first = nth % 2 === 0
  const [one, other] = [await round(first), await round(!first)]
  const [withLog, without] = first ? [one, other] : [other, one]
  logged.push(withLog)
  unlogged.push(without)
  differences.push(withLog - without)
}
const [stored] = await server.ownerSql<{ count: bigint }>('select count(*) from api_calls')
const unit = 'µs of processor time a call'
const value = median(logged)
figure({
  name: 'apiCalls.processor',
  value,
  unit,
  reference: { name: 'without the log', value: median(unlogged) },
  facts: { stored: Number(stored?.count) },
})
// A fiftieth of a call: less than the noise of any other measurement of it.
figure({ name: 'apiCalls.difference', value: median(differences), unit, budget: 0.05 * median(unlogged) })
await server.close()
await cluster.stop()
end()
