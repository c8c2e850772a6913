import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyFrom } from '#domain/merchants/apiKey'
import { isNie, isNif, isMobile } from '#domain/platform/identifiers'
import { reasonsOf, substatuses } from '#domain/sales/operations/states'
import { proveBooks } from '../money/ledger/proveBooks.ts'
import { openDatabase } from '../platform/database/database.ts'
import { testDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { demoPrivateKey, demoPublicKey } from './fillKeys.ts'
import { bigShopName, personas } from './personas.ts'
import { proveDemo } from './proveDemo.ts'
import { seedDemo } from './seed.ts'
import { tableNames } from './tables.ts'

const now = new Date('2026-03-30T16:20:00Z')
const open: { database: TestDatabase; client: pg.Client }[] = []

async function empty() {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  open.push({ database, client })
  return { database, client }
}

async function seeded(operations: number, at = now) {
  const { database, client } = await empty()
  await seedDemo({ ownerUrl: database.ownerUrl, operations, now: at })
  return { database, client }
}

const rowsOf = async <Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []) =>
  (await client.query<Row>(text, values)).rows

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

afterAll(async () => {
  for (const { database, client } of open) {
    await client.end()
    await database.drop()
  }
})

let demo: Awaited<ReturnType<typeof seeded>>
const bigShop = `(select id from merchants where name = 'Casa Ribera Hogar')`
beforeAll(async () => {
  demo = await seeded(1_200)
})

describe('the demo', () => {
  it('is the same again for the same instant', async () => {
    const again = await seeded(1_200)
    const first = await fingerprint(demo.client)
    expect(await fingerprint(again.client)).toEqual(first)
    expect(Object.entries(first).filter(([, hash]) => hash === null)).toEqual([])
  })

  it('has fourteen accounts of both types and twenty-one shops, one of them of the asked size', async () => {
    const [row] = await rowsOf(
      demo.client,
      `select (select count(*)::int from accounts where demo) as accounts, (select count(distinct type)::int from accounts) as types, (select count(*)::int from merchants) as shops,
         (select count(*)::int from operations where merchant_id = ${bigShop} and mode = 'live') as live, (select count(*)::int from operations where merchant_id = ${bigShop} and mode = 'sandbox') as sandbox`,
    )
    expect(row).toEqual({ accounts: 14, types: 2, shops: 21, live: 1_200, sandbox: 120 })
  })

  it('shows every sub-status and every reason in the big shop, three times at least', async () => {
    const rows = await rowsOf<{ substatus: string; reason: string | null; many: number }>(
      demo.client,
      `select substatus, coalesce(status_reason, suspension_reason) as reason, count(*)::int as many from operations where merchant_id = ${bigShop} and mode = 'live' group by 1, 2`,
    )
    const wanted = substatuses.flatMap((substatus) => {
      const reasons: readonly (string | null)[] = reasonsOf[substatus]
      return (reasons.length > 0 ? reasons : [null]).map((reason) => ({ substatus, reason }))
    })
    const few = wanted.filter(
      ({ substatus, reason }) => (rows.find((row) => row.substatus === substatus && row.reason === reason)?.many ?? 0) < 3,
    )
    expect(few).toEqual([])
    expect(rows).toHaveLength(wanted.length)
  })

  it('puts nothing in the future and leaves deadlines of today and tomorrow', async () => {
    const [row] = await rowsOf(
      demo.client,
      `select count(*) filter (where created_at > $1 or confirmed_at > $1 or last_captured_at > $1 or ended_at > $1)::int as ahead,
         count(*) filter (where substatus = 'pending_customer' and expires_at between $1 and $1 + interval '1 hour' and channel <> 'online') > 1 as links,
         count(*) filter (where status_reason = 'confirmation_required' and confirm_by between $1 and $1 + interval '1 hour') > 2 as confirmations,
         count(*) filter (where status_reason = 'capture_required' and (capture_by at time zone 'Europe/Madrid')::date = '2026-03-30') > 1 as today,
         count(*) filter (where status_reason = 'capture_required' and (capture_by at time zone 'Europe/Madrid')::date = '2026-03-31') > 1 as tomorrow,
         count(*) filter (where category = 'in_process' and coalesce(capture_by, confirm_by, expires_at) < $1)::int as overdue
       from operations where merchant_id = ${bigShop} and mode = 'live'`,
      [now],
    )
    expect(row).toEqual({ ahead: 0, links: true, confirmations: true, today: true, tomorrow: true, overdue: 0 })
    const [events] = await rowsOf(demo.client, 'select count(*)::int as ahead from operation_events where at > $1', [now])
    expect(events).toEqual({ ahead: 0 })
  })

  it('leaves the clock nothing to do in the first minute, and what falls due today for the evening', async () => {
    const rows = await rowsOf<{ kind: string; at_once: number; many: number }>(
      demo.client,
      `select kind, count(*) filter (where due_at < $1::timestamptz + interval '1 minute')::int as at_once, count(*)::int as many from deadlines group by 1 order by 1`,
      [now],
    )
    expect(rows.map(({ kind, at_once }) => [kind, at_once])).toEqual([
      ['campaign_end', 0],
      ['campaign_start', 0],
      ['capture', 0],
      ['checkout_expiry', 0],
      ['confirmation', 0],
      ['instalment', 0],
    ])
    const [asked] = await rowsOf(
      demo.client,
      `select count(*)::int as wrong from operations o where o.substatus = 'payment_process' and (o.collect_at is not null) <> (o.next_due_on <= '2026-03-30')`,
    )
    expect(asked).toEqual({ wrong: 0 })
  })

  it('shows links at every step, by every way, some of which came back', async () => {
    const [row] = await rowsOf(
      demo.client,
      `select count(distinct progress)::int as steps, count(distinct submit_type)::int as ways, bool_and(created_by is not null) as made_by_somebody,
         bool_and(consent_confirmed_at is null or consents_given_at is not null and product is not null) as in_order,
         bool_and(greatest(consents_given_at, consent_confirmed_at, identified_at, opened_at, created_at) <= $1) as past from checkouts`,
      [now],
    )
    expect(row).toEqual({ steps: 5, ways: 2, made_by_somebody: true, in_order: true, past: true })
    const states = await rowsOf<{ state: string; mode: string }>(
      demo.client,
      'select distinct mode::text, state from deliveries order by 1, 2',
    )
    expect(states.map(({ mode, state }) => `${mode} ${state}`)).toEqual(['live failed', 'live sent', 'sandbox not_sent'])
    const readable = await rowsOf(demo.client, `select from deliveries where recipient !~ '^([67]•• ••• [0-9]{3}|.•••@.+)$'`)
    expect(readable).toHaveLength(0)
  })

  it('gives customers valid documents, telephones and addresses that nobody owns', async () => {
    const rows = await rowsOf<{ document: string | null; phone: string | null; email: string }>(
      demo.client,
      'select document_number as document, phone, email from operations where customer_hidden_at is null',
    )
    expect(rows.filter(({ document }) => document !== null && !isNif(document) && !isNie(document))).toEqual([])
    expect(rows.filter(({ phone }) => phone !== null && !isMobile(phone))).toEqual([])
    expect(rows.filter(({ email }) => !/@(?:[a-z]+\.)?example(?:\.(?:com|org|net))?$/.test(email))).toEqual([])
  })

  it('has erased one customer at their wish, whom nothing names any more', async () => {
    const rows = await rowsOf<{ nobody: boolean; blocked: string[]; ground: string; after: boolean }>(
      demo.client,
      `select concat(o.first_name, o.last_name, o.email, o.phone, o.document_number) = '' and o.search_text = lower(coalesce(o.mid, '')) as nobody,
         array(select jsonb_object_keys(b.told) order by 1) as blocked, e.ground, b.keep_until > o.concluded_at + interval '9 years' as after
       from operations o join customer_erasures e on e.operation_id = o.id join blocked_customers b on b.operation_id = o.id where o.customer_hidden_at is not null`,
    )
    expect(rows).toEqual([{ nobody: true, blocked: expect.arrayContaining(['email', 'first_name']), ground: 'request', after: true }])
  })

  it('settles what is due and leaves the rest pending', async () => {
    const rows = await rowsOf<{ status: string; many: number; wrong: number }>(
      demo.client,
      `select o.settlement_status as status, count(*)::int as many, count(*) filter (where case o.settlement_status when 'none' then o.captured_cents > 0
           when 'reversed' then o.refunded_cents <> o.captured_cents when 'settled' then s.reference is distinct from o.settlement_reference or s.value_on > '2026-03-30'
           else l.value_on <= '2026-03-30' end)::int as wrong
         from operations o left join settlement_lines l on (l.merchant_id, l.mode, l.operation_id, l.kind) = (o.merchant_id, o.mode, o.id, 'order')
         left join settlements s on (s.merchant_id, s.mode, s.id) = (l.merchant_id, l.mode, l.settlement_id) group by 1`,
    )
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['none', 'pending', 'reversed', 'settled'])
    expect(rows.filter(({ wrong }) => wrong > 0)).toEqual([])
    const waiting = await rowsOf(demo.client, `select from settlement_lines where settlement_id is null and value_on <= '2026-03-30'`)
    expect(waiting).toEqual([])
    const references = await rowsOf<{ reference: string }>(demo.client, 'select reference from settlements')
    expect(references.filter(({ reference }) => !/^LIQ-\d{4}-\d{6}$/.test(reference))).toEqual([])
  })
})

describe('the people', () => {
  it('are those of the list, in the state that each shows', async () => {
    const rows = await rowsOf<{
      email: string
      role: string
      shops: string[]
      pending: boolean
      disabled: boolean
      onboarding: boolean
      prefers: string | null
    }>(
      demo.client,
      `select u.email, u.role, a.disabled_at is not null as disabled, a.requires_onboarding as onboarding, p.name as prefers,
         array(select name from merchants m where m.account_id = a.id order by created_at) as shops,
         coalesce((select bool_and(status = 'pending') from merchants m where m.account_id = a.id), false) as pending
       from users u join accounts a on a.id = u.account_id left join merchants p on p.id = u.prefered_merchant_id where u.email like '%@demo.test'`,
    )
    const of = (name: string) => rows.find(({ email }) => email === `${name}@demo.test`)
    expect(rows.map(({ email, role }) => `${role} ${email}`).toSorted()).toEqual(
      personas.map(({ email, role }) => `${role} ${email}`).toSorted(),
    )
    expect(of('owner.empresa')).toMatchObject({
      role: 'owner',
      shops: ['Casa Ribera Hogar', 'Casa Ribera Outlet', 'Casa Ribera Proyectos'],
      disabled: false,
    })
    expect(of('pendiente')).toMatchObject({ pending: true, onboarding: false })
    expect(of('desactivada')).toMatchObject({ disabled: true, pending: false })
    expect(of('onboarding')).toMatchObject({ onboarding: true, shops: [] })
    expect(of('sintiendas')).toMatchObject({ onboarding: false, shops: [] })
    expect(of('dostiendas')).toMatchObject({ shops: ['Ferretería Peláez', 'Patines del Norte'], prefers: 'Patines del Norte' })
  })

  it('have something to read', async () => {
    const rows = await rowsOf<{ type: string; many: number; unread: number }>(
      demo.client,
      `select n.type, count(*)::int as many from notifications n join users u on u.account_id = n.account_id and u.email = 'owner.empresa@demo.test' group by 1 order by 1`,
    )
    expect(rows.map(({ type }) => type)).toEqual([
      'access_asked',
      'capture_deadline',
      'duplicated_operation',
      'merchant_approved',
      'operation_pending_merchant',
      'refund_approval_asked',
      'settlement_paid',
      'user_joined',
    ])
  })
})

describe('the seed', () => {
  it('does nothing where the demo is already', async () => {
    const before = await fingerprint(demo.client)
    expect(await seedDemo({ ownerUrl: demo.database.ownerUrl, operations: 500 })).toMatchObject({ seeded: false })
    expect(await fingerprint(demo.client)).toEqual(before)
  })

  it('the keys of the example are those of the installation, also where the demo is already, and nobody computes them', async () => {
    const { ownerUrl } = demo.database
    const opened = async (token: string) =>
      (
        await demo.client.query('select from api_key_doors where key_hash = $1 and ends_at is null', [
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
    // As every earlier release gave it to every installation.
    const earlier = createHash('sha512').update(`private key of ${bigShopName} in sandbox`).digest()
    expect(await opened(keyFrom('private', 'sandbox', earlier))).toBe(0)
  })

  it('refuses to go beside real data, and writes nothing', async () => {
    const { database, client } = await empty()
    await client.query(`insert into accounts (id, type) values ('01900000-0000-7000-8000-0000000000a0', 'enterprise')`)
    await expect(seedDemo({ ownerUrl: database.ownerUrl, operations: 500 })).rejects.toThrow(/never goes beside real data/)
    expect(await rowsOf(client, 'select count(*)::int as many from merchants')).toEqual([{ many: 0 }])
  })

  // What the database is made of; names of keys and walls, not what lies in the tables.
  const catalogue = `select array(select indexdef from pg_indexes where schemaname = 'public' order by 1) as indexes,
    array(select tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1) as triggers,
    array(select concat(conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint where connamespace = 'public'::regnamespace order by 1) as keys,
    array(select concat(relname, relrowsecurity, relforcerowsecurity) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1) as walls`

  it('puts back every index, trigger, key and wall', async () => {
    const { client } = await empty()
    expect(await rowsOf(demo.client, catalogue)).toEqual(await rowsOf(client, catalogue))
  })

  it('works for an owner who is not a superuser, as on a database of somebody else', async () => {
    const { database, client } = await empty()
    const [schema] = await rowsOf(client, catalogue)
    const role = `owner_${new URL(database.ownerUrl).pathname.slice(1)}`
    const tables = await rowsOf<{ name: string }>(
      client,
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    )
    await client.query(
      `create role ${role} login password 'x'; alter schema public owner to ${role}; ${tables.map(({ name }) => `alter table ${name} owner to ${role}`).join(';')}`,
    )
    const url = new URL(database.ownerUrl)
    url.username = role
    url.password = 'x'
    try {
      expect(await seedDemo({ ownerUrl: url.href, operations: 600, now })).toMatchObject({ seeded: true })
      expect(await rowsOf(client, 'select count(*)::int > 3000 as filled from operations')).toEqual([{ filled: true }])
      expect(await rowsOf(client, catalogue)).toEqual([schema])
    } finally {
      await client.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)
    }
  })

  // Only benches and large trials ask for so many: by `npm run nightly`.
  it.each(process.env.NIGHTLY === undefined ? [] : [20_001])(
    'adds a warehouse of %s operations to a demo that is there, once',
    async (operations) => {
      const { database, client } = await seeded(100)
      const asked = { ownerUrl: database.ownerUrl, operations, now }
      expect(await seedDemo(asked)).toMatchObject({ seeded: true })
      expect(await proveDemo(client)).toEqual([])
      const shops = `select m.name, count(*)::int as many from operations o join merchants m on m.id = o.merchant_id join users u on u.account_id = m.account_id
      where u.email = 'owner.empresa@demo.test' and o.mode = 'live' group by m.name, m.created_at order by m.created_at`
      const expected = [
        { name: 'Casa Ribera Hogar', many: 100 },
        { name: 'Casa Ribera Outlet', many: 120 },
        { name: 'Gran almacén de pruebas', many: operations },
      ]
      expect(await rowsOf(client, shops)).toEqual(expected)
      expect(await seedDemo(asked)).toMatchObject({ seeded: false })
      expect(await rowsOf(client, shops)).toEqual(expected)
    },
  )
})

describe('the proof', () => {
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

  it('finds nothing wrong', async () => {
    expect(await proveDemo(demo.client)).toEqual([])
  })

  it('agrees with the proof of the books that the running product uses', async () => {
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
