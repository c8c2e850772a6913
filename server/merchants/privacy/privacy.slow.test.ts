import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { concludedStates } from '#domain/merchants/retention'
import { withClient } from '../../platform/database/withClient.ts'
import { ids, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'
import { brokenLinks } from '../../platform/audit/brokenLinks.ts'
import { concluded } from './concluded.ts'
import { eraseFound, findCustomer, identifierIn } from './eraseEverywhere.ts'
import { erasePerson } from './erasePerson.ts'
import { copyErasures, readRegister, registerFile } from './erasureRegister.ts'
import { applyRetention } from './retention.ts'
import { reapplyErasures } from './reapplyErasures.ts'
import { ago, tablesWith, writeRejected, writeTraces, zenobia } from '../../testing/privacy/testTraces.ts'

// Erasing people, and retention.
let server: TestServer
let owner: TestSession
let backupDir: string
beforeAll(async () => {
  server = await startTestServer()
  backupDir = mkdtempSync(`${tmpdir()}/register-`)
  owner = await server.signIn('ownerA')
  await server.call('meStepUp', { body: { password: testPassword }, as: owner })
})
afterAll(async () => {
  await server.close()
  rmSync(backupDir, { recursive: true })
})

const hers = /zenobia|quintanar|612345679|12345678Z/
const merchantId = hexOf(ids.merchantA1)
const at = (operationId: string, shop = merchantId) => ({ params: { merchantId: shop, operationId } })
const erase = (operationId: string, as: As = owner) => server.call('customerErase', { ...at(operationId), body: { ground: 'request' }, as })
const view = async (operationId: string) => (await server.call('customerErasureView', { ...at(operationId), as: owner })).body
const nameOf = async (operationId: string, shop = merchantId, as: As = owner) =>
  (await server.call('operationDetail', { ...at(operationId, shop), as })).body.customer.firstName
const keepAt = (days: number) => {
  const then = new Date(Date.now() + days * 86_400_000)
  return applyRetention({ ...server.services, wallClock: () => then })
}
const nothingBroken = async () => {
  expect(await brokenBooks(server.database.ownerUrl)).toEqual([])
  expect(await server.services.database.read(null, brokenLinks)).toEqual([])
}
const withBackups = () => ({ ...server.services, config: { ...server.services.config, erasuresDir: backupDir } })
/** As in a database restored to before the request. */
async function removeRequest(operationId: string): Promise<void> {
  await server.ownerSql('alter table erasures disable trigger user')
  await server.ownerSql('delete from erasures where object_id = $1', [operationId])
  await server.ownerSql('alter table erasures enable trigger user')
}
/** Deletes what another test would find. */
beforeEach(() =>
  server.ownerSql(`update operations set first_name = '', last_name = '', email = 'otra@correo.test', phone = null, document_number = null, search_text = ''
    where customer_hidden_at is null`),
)

describe('a customer', () => {
  it('is erased by the owner only, after step-up, and in their own shop', async () => {
    const id = await writeOperation(server.database.ownerUrl, { ...zenobia, substatus: 'payment_completed' })
    for (const as of ['adminA', 'editorA', 'guestA'] as const) expect((await erase(id, as)).error.type).toBe('PermissionDenied')
    expect((await server.call('customerErase', { ...at(id), body: { ground: 'request' } })).status).toBe(403)
    expect((await erase(id, await server.signIn('ownerA'))).error.type).toBe('StepUpRequired')
    const stranger = await server.signIn('ownerB')
    await server.call('meStepUp', { body: { password: testPassword }, as: stranger })
    expect((await erase(id, stranger)).status).toBe(404)
    const foreign = { ...at(id, hexOf(ids.merchantB1)), body: { ground: 'request' as const }, as: stranger }
    expect((await server.call('customerErase', foreign)).status).toBe(404)
    expect((await server.call('customerErase', { ...foreign, ...at(id), mode: 'sandbox', as: owner })).status).toBe(404)
    expect(await nameOf(id)).toBe('Zenobia')
  })

  it('is removed from every table but the blocked one, from search, list, file and activity log, with books and audit log unchanged', async () => {
    const id = await writeTraces(server, { substatus: 'payment_completed', capturedAt: ago(50) })
    expect((await tablesWith(server, hers)).length).toBeGreaterThan(10)
    const { status, body, raw } = await erase(id)
    expect(status, raw).toBe(200)
    expect(body).toMatchObject({
      operations: [],
      asked: { ground: 'request', by: 'Olga Núñez' },
      gone: { notes: 1, comments: 1, deliveries: 1, answers: 1, cards: 1, reports: 1, audiences: 1, checks: 1, replies: 1 },
    })
    expect(await tablesWith(server, hers)).toEqual(['blocked_customers'])
    expect(body.keptUntil).toMatch(/^20\d\d-/)
    expect(await nameOf(id)).toMatch(/^Oculto desde el \d\d\.\d\d\.\d{4}$/)
    for (const q of ['zenobia', 'quintanar', zenobia.email, zenobia.phone, zenobia.document]) {
      const { results } = (await server.call('operationList', { params: { merchantId }, query: { q }, as: owner })).body
      expect(results, q).toEqual([])
    }
    const rows = (await server.call('operationList', { params: { merchantId }, query: { q: id }, as: owner })).body.results
    expect(rows[0]?.customerName).toContain('Oculto desde el')
    const file = await server.send('GET', `/v2/merchants/${merchantId}/orders/download?format=csv&ids=${id}`, { as: owner })
    expect(file.raw).toContain('Oculto desde el')
    expect(file.raw).not.toMatch(hers)
    const parts = await server.ownerSql('select from report_parts')
    expect(parts).toEqual([])
    const [reply] = await server.ownerSql<{ body: string }>(
      `select body from idempotency_keys where body like '%${id}%' and status = 200 limit 1`,
    )
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({ id, email: '', total: 60_000 })
    expect((await erase(id)).body.asked?.at).toBe(body.asked?.at)
    await nothingBroken()
  })

  it('is blocked where the application cannot read', async () => {
    await withClient(server.database.appUrl, async (client) => {
      await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false)`, [ids.merchantA1])
      expect((await client.query('select keep_until from blocked_customers')).rowCount).toBeGreaterThan(0)
      for (const wrong of ['select told from blocked_customers', `update blocked_customers set told = '{}'`, 'delete from erasures'])
        await expect(client.query(wrong), wrong).rejects.toThrow(/permission denied|append-only/)
    })
  })

  it('leaves no blocked data when no contract was concluded, and in test mode', async () => {
    const refused = await writeTraces(server, { substatus: 'rejected' })
    const sold = await writeTraces(server, { substatus: 'payment_completed', capturedAt: ago(50) })
    await server.ownerSql(
      `insert into decisions (merchant_id, mode, id, checkout_id, asked_at, engine, version, facts, facts_hash, outcome, verdict, verdict_by, verdict_staff_id, verdict_reason, verdict_at)
        select merchant_id, mode, gen_random_uuid(), id, now(), 'rules', '1', '{}', '', 'review', 'accept', 'staff', gen_random_uuid(), 'Zenobia llamó', now()
        from checkouts where operation_id = any($1::uuid[])`,
      [[refused, sold]],
    )
    expect((await erase(refused)).body.keptUntil).toBeNull()
    expect((await erase(sold)).body.keptUntil).not.toBeNull()
    const decisions = () =>
      server.ownerSql(`select c.operation_id as id, d.verdict_reason from decisions d join checkouts c on c.id = d.checkout_id`)
    expect(await decisions()).toEqual([{ id: uuidOf(sold), verdict_reason: null }])
    await keepAt(11 * 366)
    expect(await decisions()).toEqual([])
    const tried = await writeTraces(server, { substatus: 'payment_completed', mode: 'sandbox' })
    await server.call('customerErase', { ...at(tried), body: { ground: 'consent' }, as: owner, mode: 'sandbox' })
    await server.ownerSql(
      `delete from blocked_customers where keep_until > current_date and told->>'email' = $1 and operation_id <> all($2::uuid[])`,
      [zenobia.email, [refused, tried]],
    )
    expect(await tablesWith(server, hers)).toEqual([])
  })

  it('a customer who still owes is erased when the plan has ended', async () => {
    const open = await writeTraces(server, { substatus: 'payment_process' })
    const ended = await writeOperation(server.database.ownerUrl, { ...zenobia, substatus: 'payment_completed' })
    expect((await view(open)).operations.map(({ id, when }) => [id === open, when]).toSorted()).toEqual([
      [false, 'now'],
      [true, 'owed'],
    ])
    const { body } = await erase(open)
    expect(body).toMatchObject({ hiddenAt: null, asked: { doneAt: null }, keptUntil: null })
    expect((await view(ended)).hiddenAt).not.toBeNull()
    await keepAt(0)
    expect(await nameOf(open)).toBe('Zenobia')
    await server.ownerSql(`update operations set substatus = 'payment_completed' where id = $1`, [open])
    await keepAt(0)
    expect((await view(open)).asked?.doneAt).not.toBeNull()
    expect(await nameOf(open)).toContain('Oculto desde')
  })

  it('of another account is not affected by a shop, and is by the provider', async () => {
    const [ownOperation, otherOperation] = [
      await writeOperation(server.database.ownerUrl, { ...zenobia, substatus: 'payment_completed' }),
      await writeOperation(server.database.ownerUrl, { ...zenobia, substatus: 'payment_completed', merchantId: ids.merchantB1 }),
    ]
    await erase(ownOperation)
    expect(await nameOf(otherOperation, hexOf(ids.merchantB1), 'ownerB')).toBe('Zenobia')
    expect(identifierIn(' 12.345.678-z ')).toEqual({ type: 'document', value: zenobia.document })
    const customers = await findCustomer(server.services, 'document', zenobia.document)
    expect(customers.map(({ shop }) => shop)).toEqual(['Ferretería Vidal'])
    expect(await eraseFound(server.services, customers, 'order')).toEqual({ done: 1, waiting: 0 })
    expect(await nameOf(otherOperation, hexOf(ids.merchantB1), 'ownerB')).toContain('Oculto desde')
    const [line] = await server.ownerSql(
      `select role, after from audit_entries where account_id = $1 and call = 'operator.erase-customer'`,
      [ids.accountB],
    )
    expect(line).toEqual({ role: 'operator', after: { ground: 'order', erased: 1, waiting: 0 } })
    await nothingBroken()
  })

  it('stays erased in a restored database', async () => {
    const id = await writeOperation(server.database.ownerUrl, { ...zenobia, substatus: 'rejected' })
    const before = await server.ownerSql<{ row: object }>('select to_jsonb(o) as row from operations o where id = $1', [id])
    await erase(id)
    const services = withBackups()
    await copyErasures(services)
    expect(readFileSync(registerFile(backupDir), 'utf8')).not.toMatch(hers)
    expect(readRegister(backupDir)?.map((line) => hexOf(line.objectId))).toContain(id)
    await removeRequest(id)
    await server.ownerSql('delete from customer_erasures where operation_id = $1', [id])
    await server.ownerSql(
      `update operations o set (first_name, last_name, email, phone, document_number, search_text, customer_hidden_at) =
        (select r.first_name, r.last_name, r.email, r.phone, r.document_number, r.search_text, null::timestamptz from jsonb_populate_record(null::operations, $2) r) where o.id = $1`,
      [id, JSON.stringify(before[0]?.row)],
    )
    expect(await nameOf(id)).toBe('Zenobia')
    expect(await reapplyErasures(services)).toBe(1)
    expect(await nameOf(id)).toContain('Oculto desde')
    expect(await reapplyErasures(services)).toBe(0)
    expect(await copyErasures(services)).toBe(0)
    await nothingBroken()
  })

  it('is removed again from a restored audience, also when the operation is not in the database yet', async () => {
    const id = await writeTraces(server, { substatus: 'rejected' })
    const rows = async (table: string) =>
      (await server.ownerSql<{ row: object }>(`select to_jsonb(t) as row from ${table} t`)).map(({ row }) => row)
    const members = await rows('audience_members')
    expect(members).toHaveLength(1)
    await erase(id)
    const services = withBackups()
    await copyErasures(services)
    expect(readFileSync(registerFile(backupDir), 'utf8')).not.toMatch(hers)
    await removeRequest(id)
    await server.ownerSql('insert into audience_members select r.* from jsonb_populate_recordset(null::audience_members, $1) r', [
      JSON.stringify(members),
    ])
    await server.ownerSql('update audiences set size = 1, matched = 1 where id in (select audience_id from audience_members)')
    expect(await reapplyErasures(services)).toBe(1)
    expect(await rows('audience_members')).toEqual([])
    expect(await reapplyErasures(services)).toBe(0)
  })
})

describe('the retention job', () => {
  it('has the same concluded states as the index', () =>
    expect(concluded.strings.join('')).toBe(`o.substatus in (${concludedStates.map((one) => `'${one}'`).join(', ')})`))

  it('hides a customer from the shop 24 months after the end, not a day before, and deletes blocked data ten years after it', async () => {
    const id = await writeTraces(server, { substatus: 'payment_completed', capturedAt: ago(30) })
    await keepAt(690)
    expect(await nameOf(id)).toBe('Zenobia')
    await keepAt(705)
    expect(await nameOf(id)).toContain('Oculto desde')
    expect((await view(id)).asked).toBeNull()
    const blockedRows = () => server.ownerSql('select from blocked_customers where operation_id = $1', [id])
    await keepAt(3_615)
    expect(await blockedRows()).toHaveLength(1)
    await keepAt(3_630)
    expect(await blockedRows()).toEqual([])
    const lines = await server.ownerSql(
      `select after from audit_entries where call = 'customersForget' and account_id = $1 order by seq desc limit 1`,
      [ids.accountA],
    )
    expect(lines).toEqual([{ after: { erased: 0, hidden: 0, removed: expect.any(Number) } }])
    await nothingBroken()
  })

  it('uses the last payment for operations without `concluded_at`', async () => {
    const id = await writeOperation(server.database.ownerUrl, {
      ...zenobia,
      substatus: 'payment_completed',
      createdAt: ago(1_000),
      capturedAt: ago(1_000),
    })
    await server.ownerSql('update operations set concluded_at = null where id = $1', [id])
    await server.ownerSql(`update instalments set paid_at = now() - interval '700 days' where operation_id = $1`, [id])
    await server.ownerSql(`update privacy_sweeps set due_at = '-infinity'`)
    await keepAt(0)
    expect(await nameOf(id)).toBe('Zenobia')
    await keepAt(40)
    expect(await nameOf(id)).toContain('Oculto desde')
  })

  it('deletes the file of a rejected account a year after the last rejection, with its members, and no other', async () => {
    const others = await tablesWith(server, hers)
    const [rejected, appliedAgain] = [await writeRejected(server, 10), await writeRejected(server, 10)]
    await server.ownerSql(
      `insert into shop_applications (merchant_id, account_id, business_activity, iban, monthly_cents, average_cents, submitted_at)
       select id, account_id, '06', 'ES9121000418450200051332', 1, 1, now() from merchants where account_id = $1`,
      [appliedAgain],
    )
    await keepAt(350)
    expect(await tablesWith(server, hers)).toContain('uploads')
    await keepAt(360)
    const left = async (accountId: string) =>
      (await server.ownerSql<{ n: number }>('select count(*)::integer as n from profiles where account_id = $1', [accountId]))[0]?.n
    expect([await left(rejected), await left(appliedAgain)]).toEqual([0, 1])
    await server.ownerSql(`update shop_applications set outcome = 'rejected', decided_at = now() where account_id = $1`, [appliedAgain])
    await keepAt(360)
    expect(await left(appliedAgain)).toBe(1)
    await keepAt(370)
    // Rows that other tests left of customers have retention of their own.
    expect((await tablesWith(server, hers)).filter((name) => !others.includes(name))).toEqual([])
    const lines = await server.ownerSql(`select after from audit_entries where call = 'fileForget' and account_id = $1`, [rejected])
    expect(lines).toEqual([{ after: { people: 1 } }])
    await nothingBroken()
  })

  it('uses an index for any number of operations', async () => {
    const plan = await withClient(server.database.appUrl, async (client) => {
      await client.query(
        `select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false), set_config('enable_seqscan', 'off', false)`,
        [ids.merchantA1],
      )
      const { rows } =
        await client.query(`explain select o.id from operations o where o.merchant_id = '${ids.merchantA1}' and o.mode = 'live' and o.customer_hidden_at is null
        and ${concluded.strings.join('')} and coalesce(o.concluded_at, o.created_at) < now() - interval '30 years' order by coalesce(o.concluded_at, o.created_at) limit 200`)
      return rows
    })
    expect(JSON.stringify(plan)).toContain('operations_to_hide')
  })
})

describe('somebody who has left a team', () => {
  it('has no name and no address any more, also in the activity log, which stays valid', async () => {
    await server.call('notificationList', { as: 'editorA' })
    const call = (userId: string) =>
      erasePerson(server.services.database, { accountId: ids.accountA, userId }, { by: 'request', requestId: 'by-hand', now: new Date() })
    expect(await call(personas.editorA.id)).toBe(false)
    expect((await server.call('teamRemove', { params: { userId: hexOf(personas.editorA.id) }, as: owner })).status).toBe(200)
    expect(await call(personas.editorA.id)).toBe(true)
    expect(await call(personas.editorA.id)).toBe(false)
    expect(await tablesWith(server, /editor@a\.test|Edurne|Sáez/)).toEqual([])
    const { results } = (await server.call('activityList', { query: { person: hexOf(personas.editorA.id) }, as: owner })).body
    expect(results[0]?.person?.name).toMatch(/^Persona que ya no está \([0-9a-f]{4}\)$/)
    await nothingBroken()
  })

  it('is erased by the job a year later, not before', async () => {
    await server.call('teamRemove', { params: { userId: hexOf(personas.guestA.id) }, as: owner })
    const address = async () =>
      (await server.ownerSql<{ email: string }>('select email from users where id = $1', [personas.guestA.id]))[0]?.email
    await keepAt(363)
    expect(await address()).toBe('guest@a.test')
    await keepAt(368)
    expect(await address()).toMatch(/@borrado\.invalid$/)
  })
})
