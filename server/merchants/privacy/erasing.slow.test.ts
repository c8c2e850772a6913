import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mintScope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { ids, insertMember, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation, type TestOperation } from '../../testing/operations/testOperations.ts'
import { maintainReports } from '../../money/reports/maintainReports.ts'
import { erasePerson } from './erasePerson.ts'
import { inAudiences } from './deleteMembers.ts'
import { repliesAbout } from './eraseFromReplies.ts'
import { applyRetention } from './retention.ts'
import { writeTraces, zenobia } from '../../testing/privacy/testTraces.ts'

// What erasing must not touch, how it continues after failures, and its query plans on large tables.
let server: TestServer
let owner: TestSession
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('ownerA')
  await server.call('meStepUp', { body: { password: testPassword }, as: owner })
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const live = mintScope(ids.merchantA1, 'live')
const params = (operationId: string) => ({ merchantId, operationId })
const erase = (operationId: string) => server.call('customerErase', { params: params(operationId), body: { ground: 'request' }, as: owner })
const sell = (given: TestOperation) => writeOperation(server.database.ownerUrl, { ...zenobia, substatus: 'payment_completed', ...given })
const hidden = async () =>
  (await server.ownerSql<{ id: string }>('select id from operations where customer_hidden_at is not null')).map(({ id }) => hexOf(id))
const members = async () => (await server.ownerSql('select from audience_members')).length
const end = (id: string) => server.ownerSql(`update operations set substatus = 'payment_completed' where id = $1`, [id])
/** Deletes what another test would find. */
beforeEach(async () => {
  await server.ownerSql(`update operations set email = 'otra@correo.test', document_number = null where customer_hidden_at is null`)
  for (const table of ['audience_members', 'bank_consents', 'privacy_queue']) await server.ownerSql(`delete from ${table}`)
  await server.ownerSql(`update privacy_sweeps set due_at = 'infinity'`)
})

describe('an erasure request', () => {
  it('matches by e-mail only without a document, and shows the name on each operation', async () => {
    const [without, his] = [
      await sell({ document: null, firstName: 'Zoilo' }),
      await sell({ document: '87654321X', firstName: 'Zacarías' }),
    ]
    const also = await sell({ document: null })
    const { body } = await server.call('customerErasureView', { params: params(without), as: owner })
    expect(body.operations.map(({ id, customerName }) => [id, customerName])).toEqual([
      [also, 'Zenobia Quintanar Íñigo'],
      [without, 'Zoilo Quintanar Íñigo'],
    ])
    await erase(without)
    expect(await hidden()).toEqual(expect.arrayContaining([without, also]))
    expect(await hidden()).not.toContain(his)
  })

  it('keeps audiences and bank checks for operations that are still open, and deletes them when these conclude', async () => {
    const ended = await writeTraces(server, { substatus: 'rejected' })
    const open = await sell({ substatus: 'payment_process' })
    const checks = async () => (await server.ownerSql('select from bank_consents')).length
    expect((await erase(ended)).body.gone).toMatchObject({ audiences: 0, checks: 0, reports: 1 })
    expect([await members(), await checks()]).toEqual([1, 1])
    await end(open)
    await applyRetention(server.services)
    expect([await members(), await checks()]).toEqual([0, 0])
  })

  it('removes the name from saved searches, without turning an audience into one of everybody', async () => {
    const id = await writeTraces(server, { substatus: 'rejected' })
    const [view] = await server.ownerSql<{ id: string }>(
      `update operation_views set filters = '[{"key": "q", "value": "INIGO, zenobia"}, {"key": "q", "value": "zenobia"}]' returning id`,
    )
    await server.ownerSql(
      `insert into audiences (merchant_id, mode, id, name, name_key, source, identifier_type, basis, filters, size, matched, status, key_mark, created_at, filled_at)
       values ($1, 'live', gen_random_uuid(), 'Buscada', 'buscada', 'operations_filter', 'email', 'consent', '{"q": "Quintanar Íñigo", "status": "accepted"}', 0, 0, 'ready', '', now(), now())`,
      [ids.merchantA1],
    )
    await erase(id)
    expect(await server.ownerSql('select filters from operation_views where id = $1', [view?.id])).toEqual([
      { filters: [{ key: 'q', value: 'zenobia' }] },
    ])
    expect(await server.ownerSql(`select filters from audiences where name = 'Buscada'`)).toEqual([
      { filters: { q: id, status: 'accepted' } },
    ])
  })

  it('removes texts about the customer from a stored answer, which a repeat still gets', async () => {
    const id = await sell({ substatus: 'rejected' })
    const note = () => server.call('noteCreate', { params: params(id), body: { text: 'Llama su hermana' }, as: owner, key: 'a-note' })
    expect((await note()).body.text).toBe('Llama su hermana')
    await erase(id)
    const { body, headers } = await note()
    expect([headers.get('idempotency-replayed'), body.text]).toEqual(['true', ''])
    expect(body.id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('reports the same for each of their operations', async () => {
    const first = await writeTraces(server, { substatus: 'rejected' })
    const other = await sell({ substatus: 'rejected' })
    await erase(other)
    for (const id of [first, other])
      expect((await server.call('customerErasureView', { params: params(id), as: owner })).body.gone).toMatchObject({
        audiences: 1,
        reports: 1,
      })
  })

  it('makes pending reports again', async () => {
    await writeReport('processing')
    await writeReport('queued')
    const states = () => server.ownerSql(`select status, run from reports where name = 'Esperado' order by run`)
    await erase(await sell({ substatus: 'rejected' }))
    expect(await states()).toEqual([
      { status: 'queued', run: 0 },
      { status: 'queued', run: 4 },
    ])
    expect(await server.ownerSql('select from report_parts')).toEqual([])
    const sent: string[] = []
    const jobs = { ...server.services.jobs, send: async (_: unknown, queue: string) => void sent.push(queue) }
    await maintainReports({ ...server.services, jobs, now: () => new Date() })
    expect(sent).toEqual(['report'])
  })

  it('for somebody who left deletes the messages of the account to them, and nobody else’s', async () => {
    await server.ownerSql(`insert into memberships (account_id, user_id, role, joined_at) values ($1, $2, 'guest', now())`, [
      ids.accountB,
      personas.guestA.id,
    ])
    for (const { id } of [personas.guestA, personas.ownerB]) await queueEmail(id, ids.accountA)
    await queueEmail(personas.guestA.id, ids.accountB)
    await server.call('teamRemove', { params: { userId: hexOf(personas.guestA.id) }, as: owner })
    await erasePerson(
      server.services.database,
      { accountId: ids.accountA, userId: personas.guestA.id },
      { by: 'request', requestId: 'by-hand', now: new Date() },
    )
    const left = await server.ownerSql(`select user_id, account_id from outbox where kind = 'iban_email' order by account_id`)
    expect(left).toEqual([
      { user_id: personas.ownerB.id, account_id: ids.accountA },
      { user_id: personas.guestA.id, account_id: ids.accountB },
    ])
    await server.ownerSql('delete from memberships where account_id = $1 and user_id = $2', [ids.accountB, personas.guestA.id])
  })

  it('for somebody who left does not affect the present owner of their address', async () => {
    const { email } = personas.editorA
    await server.ownerSql(`update report_schedules set recipients = '{}'`)
    await server.ownerSql(
      `insert into report_schedules (merchant_id, mode, id, type, format, frequency, recipients, next_run_on, version, created_at, created_by)
       values ($1, 'live', gen_random_uuid(), 'operations', 'csv', 'daily', array[$2], current_date, 1, now(), $3)`,
      [ids.merchantA1, email, personas.ownerA.id],
    )
    await server.call('teamRemove', { params: { userId: hexOf(personas.editorA.id) }, as: owner })
    await server.ownerSql(insertMember, [crypto.randomUUID(), ids.accountA, email, 'editor', 'Otra', 'Persona', null])
    await erasePerson(
      server.services.database,
      { accountId: ids.accountA, userId: personas.editorA.id },
      { by: 'request', requestId: 'by-hand', now: new Date() },
    )
    expect(await server.ownerSql('select from report_schedules where $1 = any(recipients)', [email])).toHaveLength(1)
  })
})

const queueEmail = (userId: string, accountId: string) =>
  server.ownerSql(
    `insert into outbox (id, kind, channel, subject, user_id, account_id, due_at, created_at) values (gen_random_uuid(), 'iban_email', 'email', concat_ws('/', $1::text, $2::text), $1::uuid, $2::uuid, now(), now())`,
    [userId, accountId],
  )

async function writeReport(status: 'processing' | 'queued'): Promise<void> {
  const run = status === 'processing' ? 3 : 0
  const [report] = await server.ownerSql<{ id: string }>(
    `insert into reports (merchant_id, mode, id, type, format, name, from_on, to_on, version, status, run, created_at)
     values ($1, 'live', gen_random_uuid(), 'operations', 'csv', 'Esperado', current_date - 9, current_date, 1, $2, $3, now()) returning id`,
    [ids.merchantA1, status, run],
  )
  await server.ownerSql(
    `insert into report_parts (merchant_id, mode, report_id, run, seq, content) values ($1, 'live', $2, $3, 0, 'Zenobia')`,
    [ids.merchantA1, report?.id, run],
  )
}

describe('the retention job', () => {
  it('queues a concluded operation in a row of its own', async () => {
    const id = await sell({ substatus: 'payment_process' })
    await erase(id)
    await withClient(server.database.ownerUrl, async (other) => {
      await other.query('begin')
      await other.query('select from privacy_sweeps for update')
      // A sale concludes while a run holds the shop's row.
      await end(id)
      await other.query('rollback')
    })
    expect(await server.ownerSql('select from privacy_queue')).toHaveLength(1)
    await applyRetention(server.services)
    expect(await hidden()).toContain(id)
    expect(await server.ownerSql('select from privacy_queue')).toEqual([])
  })

  it('continues where one shop fails, and leaves alone what another process has locked', async () => {
    const id = await sell({ substatus: 'rejected', createdAt: new Date('2020-01-01') })
    await server.ownerSql(`update operations set concluded_at = created_at where id = $1`, [id])
    await server.ownerSql(`update privacy_sweeps set due_at = '-infinity'`)
    await server.ownerSql(`create function refuse_shop() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`)
    await server.ownerSql(
      `create trigger refuse_shop before update on privacy_sweeps for each row when (new.merchant_id = '${ids.merchantB1}') execute function refuse_shop()`,
    )
    const logged: unknown[] = []
    await withClient(server.database.ownerUrl, async (other) => {
      await other.query('begin')
      await other.query(`select from privacy_sweeps where merchant_id = $1 and mode = 'sandbox' for update`, [ids.merchantA1])
      await applyRetention({ ...server.services, log: (...line) => void logged.push(line) })
      await other.query('rollback')
    })
    expect(logged).toHaveLength(2)
    await server.ownerSql('drop function refuse_shop cascade')
    expect(await hidden()).toContain(id)
    const left = await server.ownerSql(`select merchant_id, mode from privacy_sweeps where due_at = '-infinity' order by merchant_id, mode`)
    expect(left).toEqual(
      [
        { merchant_id: ids.merchantA1, mode: 'sandbox' },
        { merchant_id: ids.merchantB1, mode: 'live' },
        { merchant_id: ids.merchantB1, mode: 'sandbox' },
      ].toSorted((one, other) => (one.merchant_id < other.merchant_id ? -1 : 1)),
    )
  })
})

it('erasing uses indexes for deletions from large tables', async () => {
  const id = await writeTraces(server, { substatus: 'rejected' })
  await server.ownerSql(`insert into idempotency_keys (scope_hash, body_hash, status, body, about)
    select sha256(n::text::bytea), '', 200, repeat('x', 500), case when n % 2 = 0 then gen_random_uuid() end from generate_series(1, 20000) n`)
  await server.ownerSql(`insert into audience_members (merchant_id, mode, audience_id, hash, added_at)
    select a.merchant_id, a.mode, a.id, sha256(n::text::bytea), now() from (select * from audiences limit 1) a, generate_series(1, 20000) n`)
  await server.ownerSql('analyze idempotency_keys, audience_members, audiences, checkouts')
  const plan = (query: Sql) => server.services.database.read(live, async (db) => JSON.stringify(await db.rows(sql`explain ${query}`)))
  expect(await plan(repliesAbout(live, [id]))).not.toContain('Seq Scan on idempotency_keys')
  expect(await plan(sql`select from audience_members m where ${inAudiences(live, [Buffer.alloc(32)])}`)).toMatch(
    /audience_members_pkey.*Index Cond.*audience_id.*hash/,
  )
})
