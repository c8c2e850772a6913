import { withClient } from '../server/platform/database/withClient.ts'
import { lookedFor, readLookupKey } from '../server/sales/lifecycle/operationLookups.ts'
import { addStaff, callConsole, type TestConsoleAnswer } from '../server/testing/provider/testStaff.ts'
import { startTestServer } from '../server/testing/testServices.ts'
import { measureYear } from './consoleYear.ts'
import { benchCluster } from './benchCluster.ts'
import { end, figure, quantile } from './figure.ts'

// The provider's lists of merchants, with a thousand of them, of their operations, and their figures of a year: each search is one request over HTTP; `npm run bench -- console`. BENCH_SIZES: operations.
const merchants = 1_000
const rounds = 120
const cluster = await benchCluster()
const database = { ownerUrl: cluster.ownerUrl, appUrl: cluster.appUrl, drop: () => Promise.resolve() }
const server = await startTestServer({ proved: false, database, config: { checkAnswers: false } })
const as = await addStaff(server, ['support'])
await withClient(server.database.ownerUrl, async (client) => {
  await client.query(
    `with made as (insert into accounts (id, type, created_at) select gen_random_uuid(), 'enterprise', now() - n * interval '1 hour' from generate_series(1, $1) n returning id, created_at),
      numbered as (select id, created_at, row_number() over (order by created_at) as n from made),
      companies as (insert into enterprises (account_id, name, cif, website) select id, 'Comercial Ibáñez ' || n || ' S.L.', 'B' || lpad(n::text, 8, '0'), 'comercio' || n || '.example' from numbered),
      people as (insert into users (id, email, first_name, last_name) select gen_random_uuid(), 'persona' || n || '@comercio' || n || '.example', 'Inés', 'Prueba ' || n from numbered returning id, email),
      shops as (insert into merchants (id, account_id, name, url, status, created_at) select gen_random_uuid(), id, 'Tienda número ' || n, 'https://comercio' || n || '.example', 'active', created_at from numbered),
      papers as (insert into onboardings (account_id, status) select id, 'approved' from numbered),
      banks as (insert into bank_accounts (id, account_id, iban, holder_name, created_at)
        select gen_random_uuid(), id, 'ES91210004184502' || lpad(n::text, 8, '0'), 'Comercial Ibáñez', created_at from numbered)
    insert into memberships (account_id, user_id, role, joined_at) select d.id, p.id, 'owner', now() from people p join numbered d on p.email = 'persona' || d.n || '@comercio' || d.n || '.example'`,
    [merchants],
  )
  await client.query('analyze')
})

/** The p95 of a call, in milliseconds, after ten that count for nothing. */
async function p95(make: () => Promise<Pick<TestConsoleAnswer<'consoleMe'>, 'status'>>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds + 10; round += 1) {
    const began = performance.now()
    const { status } = await make()
    if (status !== 200) throw new Error(`answered with ${status}`)
    if (round >= 10) times.push(performance.now() - began)
  }
  return quantile(times, 0.95)
}

const reference = {
  name: 'GET /console/v1/me, the smallest call of the console',
  value: await p95(() => callConsole(server, 'consoleMe', { as })),
}
for (const [label, query] of [
  ['first page', {}],
  ['by name', { search: 'ibanez 734' }],
  ['by host', { search: 'comercio734.example' }],
  ['by e-mail', { search: 'persona734@' }],
  ['by tail of an IBAN', { search: '00000734' }],
  ['by nothing that exists', { search: 'zzzz' }],
  ['filtered', { status: 'active', state: 'enabled' }],
] as const) {
  const answer = await callConsole(server, 'consoleAccountList', { query, as })
  figure({
    name: `merchants, ${label}, p95`,
    value: await p95(() => callConsole(server, 'consoleAccountList', { query, as })),
    unit: 'ms',
    budget: 10,
    reference,
    facts: { merchants, found: answer.body.count },
  })
}

// The operations of all shops: `operation_lookups` alone, which is all that the search reads. A tenth of a thousand first names and 500 family names.
const operations = Number(process.env.BENCH_SIZES ?? 1_000_000)
const key = await server.services.database.read(null, (db) => readLookupKey(db, server.services.config.sessionSecrets[0]))
const namesAs = (word: string, many: number) =>
  Array.from({ length: many }, (_, nth) => String(lookedFor(`${word}${nth} otro`, key).all[0] ?? 0n))
const [trigram = 0n] = lookedFor('buscada@correo.example', key).any.slice(1)
await withClient(server.database.ownerUrl, async (client) => {
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into operation_lookups (merchant_id, mode, operation_id, created_at, substatus, total_cents, keys)
      select shops.id[1 + (n % $1)], 'live', gen_random_uuid(), now() - n * interval '30 seconds',
        (array['payment_completed', 'payment_completed', 'payment_completed', 'payment_process', 'payment_process', 'stopped_customer', 'rejected', 'payment_suspended'])[1 + n % 8],
        1000 + (n * 37) % 200000,
        array[n::bigint * 7919, n::bigint * 104729, n::bigint * 1299709, case when n % 100003 = 0 then $2::bigint else n::bigint * 15485863 end,
          ($3::bigint[])[1 + (n * 31) % 100], ($4::bigint[])[1 + (n * 17) % 500], ($4::bigint[])[1 + (n * 13) % 500]]
      from generate_series(1, $5::integer) n, (select array_agg(id order by id) as id from merchants) shops`,
    [merchants, String(trigram), namesAs('nombre', 100), namesAs('apellido', 500), operations],
  )
  await client.query('analyze operation_lookups')
})
for (const [label, query] of [
  ['newest', {}],
  ['of a rare state', { substatus: 'payment_suspended' }],
  ['of a state that none has', { substatus: 'pending_merchant' }],
  ['of a shop', { merchant: 'número 734' }],
  ['by e-mail', { search: 'buscada@correo.example' }],
  ['by name', { search: 'nombre7 apellido31' }],
  ['by order number', { search: 'PED-734' }],
  ['by amount', { amount: '73400' }],
] as const) {
  const answer = await callConsole(server, 'consoleOperationSearch', { query, as })
  figure({
    name: `operations of all shops, ${label}, p95`,
    value: await p95(() => callConsole(server, 'consoleOperationSearch', { query, as })),
    unit: 'ms',
    budget: 10,
    reference,
    facts: { merchants, operations, found: answer.body.results.length },
  })
}
await measureYear(server, as, operations)
await server.close()
await cluster.stop()
end()
