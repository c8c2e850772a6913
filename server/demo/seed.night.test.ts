import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proveBooks } from '../money/ledger/proveBooks.ts'
import { openDatabase } from '../platform/database/database.ts'
import { rowsOf, seededAt as now, seededDatabases, seededOperations } from '../testing/demo/testSeed.ts'
import { bigShopName } from './personas.ts'
import { proveDemo } from './fill/proveDemo.ts'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { keyFrom } from '#domain/merchants/apiKey'
import { demoPrivateKey, demoPublicKey } from './fill/fillKeys.ts'
import { seedDemo } from './seed.ts'
import { tableNames } from './tables.ts'

const { empty, seeded, demo: copied, drop } = seededDatabases()
afterAll(drop)
const bigShop = `(select id from merchants where name = 'Casa Ribera Hogar')`

let demo: Awaited<ReturnType<typeof copied>>
beforeAll(async () => {
  demo = await copied()
})

async function fingerprint(client: pg.Client): Promise<Record<string, string | null>> {
  const entries: [string, string | null][] = []
  for (const name of [...tableNames, 'operation_counters']) {
    const [row] = await rowsOf<{ hash: string | null }>(
      client,
      `select md5(string_agg(t::text, e'\\n' order by t::text)) as hash from "${name}" t`,
    )
    entries.push([name, row?.hash ?? null])
  }
  return Object.fromEntries(entries)
}

describe('the seed', () => {
  // The schema of the database: names of keys and policies, not the data.
  const catalogue = `select array(select indexdef from pg_indexes where schemaname = 'trastienda' order by 1) as indexes,
    array(select tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1) as triggers,
    array(select concat(conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint where connamespace = 'trastienda'::regnamespace order by 1) as keys,
    array(select concat(relname, relrowsecurity, relforcerowsecurity) from pg_class where relkind = 'r' and relnamespace = 'trastienda'::regnamespace order by 1) as walls`

  it('is the same for the same instant, also by an owner who is not a superuser, as on a managed database', async () => {
    const { database, client } = await empty()
    const [schema] = await rowsOf(client, catalogue)
    const role = `owner_${new URL(database.ownerUrl).pathname.slice(1)}`
    const tables = await rowsOf<{ name: string }>(
      client,
      `select format('%I', tablename) as name from pg_tables where schemaname = 'trastienda'
       union all select format('%I', viewname) from pg_views where schemaname = 'trastienda'`,
    )
    await client.query(
      `create role ${role} login password 'x'; alter schema trastienda owner to ${role}; ${tables.map(({ name }) => `alter table ${name} owner to ${role}`).join(';')}`,
    )
    const url = new URL(database.ownerUrl)
    url.username = role
    url.password = 'x'
    try {
      expect(await seedDemo({ ownerUrl: url.href, operations: seededOperations, now })).toMatchObject({ seeded: true })
      const first = await fingerprint(demo.client)
      expect(await fingerprint(client)).toEqual(first)
      expect(Object.entries(first).filter(([, hash]) => hash === null)).toEqual([])
      expect(await rowsOf(client, catalogue)).toEqual([schema])
    } finally {
      await client.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)
    }
  })

  it('does nothing if the demo exists', async () => {
    const before = await fingerprint(demo.client)
    expect(await seedDemo({ ownerUrl: demo.database.ownerUrl, operations: 500 })).toMatchObject({ seeded: false })
    expect(await fingerprint(demo.client)).toEqual(before)
  })

  it("the example's keys are derived from the installation's secret, also in an existing demo, and nobody else can compute them", async () => {
    const { ownerUrl } = demo.database
    const opened = async (token: string) =>
      (
        await demo.client.query('select from api_key_lookups where key_hash = $1 and ends_at is null', [
          createHash('sha256').update(token).digest(),
        ])
      ).rowCount
    const keys = (secret: string) => [demoPrivateKey(secret), demoPublicKey(secret, bigShopName, 'sandbox')]
    for (const [secret, other] of [
      ['one', 'two'],
      ['two', 'one'],
    ] as const) {
      await seedDemo({ ownerUrl, operations: 500, keySecret: secret })
      expect(await Promise.all([...keys(secret), ...keys(other)].map(opened))).toEqual([1, 1, 0, 0])
    }
    expect(await rowsOf(demo.client, 'select last_four from api_keys where public_key = $1', [keys('two')[1]])).toEqual([
      { last_four: keys('two')[1]?.slice(-4) },
    ])
    // The same keys that every earlier release gave to every installation.
    const earlier = createHash('sha512').update(`private key of ${bigShopName} in sandbox`).digest()
    expect(await opened(keyFrom('private', 'sandbox', earlier))).toBe(0)
  })

  it('refuses to run beside real data, and writes nothing', async () => {
    const { database, client } = await empty()
    await client.query(`insert into accounts (id, type) values ('01900000-0000-7000-8000-0000000000a0', 'enterprise')`)
    await expect(seedDemo({ ownerUrl: database.ownerUrl, operations: 500 })).rejects.toThrow(/never goes beside real data/)
    expect(await rowsOf(client, 'select count(*)::int as many from merchants')).toEqual([{ many: 0 }])
  })

  it('restores every index, trigger, key and policy', async () => {
    const { client } = await empty()
    expect(await rowsOf(demo.client, catalogue)).toEqual(await rowsOf(client, catalogue))
  })

  // Only benchmarks and large trials need so many: by `npm run nightly`.
  it.each(process.env.NIGHTLY === undefined ? [] : [20_001])(
    'adds a warehouse of %s operations to a demo that is there, once',
    async (operations) => {
      const { database, client } = await seeded(100)
      const options = { ownerUrl: database.ownerUrl, operations, now }
      expect(await seedDemo(options)).toMatchObject({ seeded: true })
      expect(await proveDemo(client)).toEqual([])
      const shops = `select m.name, count(*)::int as many from operations o join merchants m on m.id = o.merchant_id join members u on u.account_id = m.account_id
      where u.email = 'owner.empresa@demo.test' and o.mode = 'live' group by m.name, m.created_at order by m.created_at`
      const expected = [
        { name: 'Casa Ribera Hogar', many: 100 },
        { name: 'Casa Ribera Outlet', many: 120 },
        { name: 'Gran almacén de pruebas', many: operations },
      ]
      expect(await rowsOf(client, shops)).toEqual(expected)
      expect(await seedDemo(options)).toMatchObject({ seeded: false })
      expect(await rowsOf(client, shops)).toEqual(expected)
    },
  )
})

describe('the check of the demo', () => {
  const planted = async (text: string) => {
    await demo.client.query('begin; set local session_replication_role = replica')
    try {
      await demo.client.query(text)
      return await proveDemo(demo.client)
    } finally {
      await demo.client.query('rollback')
    }
  }
  const captured = `(select id from operations where merchant_id = ${bigShop} and substatus = 'payment_process' limit 1)`
  const settled = `(select min(ctid) from settlement_lines where settlement_id is not null)`

  it('finds no violations', async () => {
    expect(await proveDemo(demo.client)).toEqual([])
  })

  it('agrees with the ledger check of the running product', async () => {
    const database = openDatabase({ url: demo.database.ownerUrl, connections: 1 })
    try {
      expect(await database.read(null, proveBooks)).toEqual([])
    } finally {
      await database.close()
    }
  })

  it.each([
    [
      'a journal of one cent more',
      `update ledger_lines set amount_cents = amount_cents + 1 where (merchant_id, mode, journal_id, account) in (select merchant_id, mode, journal_id, account from ledger_lines where account = 'cash' and amount_cents <> -1 limit 1)`,
      /1 journals do not sum to zero/,
    ],
    [
      'an instalment of one cent less',
      `update instalments set principal_cents = principal_cents - 1, amount_cents = amount_cents - 1 where operation_id = ${captured} and number = 1`,
      /1 plans owe other/,
    ],
    [
      'a refund that was not counted',
      `update operations set refunded_cents = refunded_cents - 1 where refunded_cents > 1 and id = (select id from operations where refunded_cents > 1 limit 1)`,
      /1 operations have refunded other/,
    ],
    [
      'a capture that was not counted',
      `update operations set captured_cents = captured_cents - 1 where id = ${captured}`,
      /1 operations have captured other/,
    ],
    [
      'a fee that no line charges',
      `update operations set fee_cents = fee_cents + 1 where id = ${captured}`,
      /1 operations have amounts other/,
    ],
    [
      'an operation that came by no campaign at a campaign’s rate',
      `update operations set campaign_id = null where id = (select id from operations where campaign_id is not null limit 1)`,
      /1 operations were not sold by the campaigns/,
    ],
    [
      'a campaign that was over before its operations',
      `update campaigns set ends_at = starts_at where id = (select campaign_id from operations where campaign_id is not null limit 1)`,
      /operations were not sold by the campaigns/,
    ],
    [
      'an operation that a campaign should have made cheaper',
      `update operations set campaign_id = null, tin_bps = reference_tin_bps where id = (select id from operations where campaign_id is not null limit 1)`,
      /1 operations were sold at the usual interest/,
    ],
    [
      'a settlement line changed after the ledger',
      `update settlement_lines set gross_cents = gross_cents + 1, net_cents = net_cents + 1 where operation_id = ${captured}`,
      /1 shops are owed other/,
    ],
    [
      'a settlement that took a line of another',
      `update settlement_lines set settlement_id = (select id from settlements s where (s.merchant_id, s.mode) = (settlement_lines.merchant_id, settlement_lines.mode)
         and s.id <> settlement_lines.settlement_id limit 1) where ctid = ${settled}`,
      /settlements have terms other than/,
    ],
    [
      'a line that its settlement left behind',
      `update settlement_lines set settlement_id = null where ctid = ${settled}`,
      /1 settlement lines are not in the one settlement/,
    ],
    [
      'a debt that was forgotten',
      `update settlements set opening_cents = opening_cents + 1, closing_cents = closing_cents + 1 where ctid = (select ctid from settlements where opening_cents < 0 limit 1)`,
      /settlements open with other/,
    ],
    [
      'a payout of one cent more',
      `update payouts set amount_cents = amount_cents + 1 where ctid = (select min(ctid) from payouts)`,
      /1 paid settlements have no payout of their net/,
    ],
    [
      'a settlement that was not paid after all',
      `update settlements set status = 'closed' where ctid = (select ctid from settlements where status = 'paid' limit 1)`,
      /1 shops were paid other/,
    ],
    [
      'a reserve that was released twice',
      `update settlements set reserve_released_in = null where ctid = (select ctid from settlements where reserve_released_in is not null limit 1)`,
      /1 settlements release other/,
    ],
    [
      'a counter off by one',
      `update operation_counters set operations = operations + 1 where ctid = (select min(ctid) from operation_counters)`,
      /1 day counters differ/,
    ],
    [
      'a cart of another price',
      `update carts set shipping = '{"name": "x", "method": "postal", "total": 1}' where ctid = (select min(ctid) from carts)`,
      /1 carts cost other/,
    ],
    [
      'an operation without its history',
      `update operations set status_reason = 'failed_challenge' where id = (select id from operations where status_reason = 'ko_generic' limit 1)`,
      /1 histories end elsewhere/,
    ],
    [
      'a row that points at nothing',
      `delete from captures where ctid = (select ctid from captures where refunded_cents > 0 limit 1)`,
      /have no captures/,
    ],
  ])('reports %s', async (_, text, says) => {
    expect((await planted(text)).join('\n')).toMatch(says)
  })
})
