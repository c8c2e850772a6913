import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, madridDay } from '#domain/platform/dates'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { changeOperation } from '../../sales/lifecycle/changeOperation.ts'
import { foldChanges } from '../../sales/lifecycle/foldChanges.ts'
import { newAccount, submitted } from '../../testing/onboarding/testOnboarding.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'
import { addProviderKey, callProvider, type TestProviderKey } from '../../testing/provider/testProviderKey.ts'
import { addStaff, callConsole } from '../../testing/provider/testStaff.ts'
import { testDatabase } from '../../testing/testDatabase.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
let key: TestProviderKey
beforeAll(async () => {
  server = await startTestServer()
  key = await addProviderKey(server)
})
afterAll(() => server.close())

const headers = () => ({ authorization: `Bearer ${key.token}` })
const owner = (email: string) => ({ email, firstName: 'Clara', lastName: 'Mora' })
const creating = (externalId: string, email = `${externalId}@mora.test`) => ({
  externalId,
  type: 'self_employed' as const,
  owner: owner(email),
})

describe('a key', () => {
  it('is shown once, stored as a hash, and bound to networks', async () => {
    const admin = await addStaff(server, ['admin'], { firstName: 'Ada', lastName: 'Gil' })
    const body = { name: 'CRM', scopes: ['accounts:read' as const], networks: ['10.1.2.3/8', '2001:db8::/32', '127.0.0.1'] }
    const wrong = await callConsole(server, 'providerKeyCreate', {
      as: admin,
      body: { ...body, networks: ['10.0.0.0/8', 'casa', '1.2.3.4/33'] },
    })
    expect(wrong.error.fields?.map(({ name, code }) => [name, code])).toEqual([
      ['networks.1', 'network'],
      ['networks.2', 'network'],
    ])
    const created = await callConsole(server, 'providerKeyCreate', { as: admin, body })
    const { token, key: shown } = created.body
    expect(shown).toMatchObject({ name: 'CRM', lastFour: token.slice(-4), createdBy: 'Ada Gil', lastUsedAt: null })
    expect(shown.networks.toSorted()).toEqual(['10.0.0.0/8', '127.0.0.1/32', '2001:db8::/32'])
    expect((await callConsole(server, 'providerKeyList', { as: admin })).raw).not.toContain(token)
    const [stored] = await server.ownerSql<{ text: string }>('select k::text as text from provider_keys k where name = $1', ['CRM'])
    expect(stored?.text).not.toContain(token)
    expect((await callProvider(server, { token }, 'providerAccountList')).status).toBe(200)
    const [used] = (await callConsole(server, 'providerKeyList', { as: admin })).body.results
    expect(used).toMatchObject({ name: 'CRM', lastUsedFrom: '127.0.x.x' })
  })
})

it('a key marks money as paid only once a second person has confirmed it', async () => {
  const [admin, finance] = [await addStaff(server, ['admin']), await addStaff(server, ['finance'])]
  const body = { name: 'ERP', scopes: ['money:read' as const], networks: [] }
  const answer = await callConsole(server, 'providerKeyCreate', {
    as: admin,
    body: { ...body, scopes: ['money:read', 'money:write'] as never },
  })
  expect([answer.status, answer.error.type]).toEqual([400, 'ApiValidationException'])
  const { token, key: ownKey } = (await callConsole(server, 'providerKeyCreate', { as: admin, body })).body
  const params = { reference: 'LIQ-2026-000001' }
  const executed = () => callProvider(server, { token }, 'providerPayoutExecuted', { params, body: { at: '2026-11-18T08:00:00Z' } })
  expect((await executed()).error.type).toBe('PermissionDenied')
  const allow = await callConsole(server, 'providerKeyAllowMoney', { as: admin, params: { keyId: ownKey.id } })
  expect([allow.status, (await executed()).error.type]).toEqual([202, 'PermissionDenied'])
  const confirmation = { params: { confirmationId: allow.body.confirmation?.id ?? '' } }
  expect((await callConsole(server, 'staffConfirmationConfirm', { as: admin, ...confirmation })).error.type).toBe('RequestNotAllowed')
  expect((await callConsole(server, 'staffConfirmationConfirm', { as: finance, ...confirmation })).status).toBe(200)
  expect((await executed()).status).toBe(404)
  const [entry] = await server.ownerSql(
    `select before, after from audit_entries where call = 'providerKeyAllowMoney' and entity = 'provider_key' and outcome = 'done' order by seq desc limit 1`,
  )
  expect(entry).toMatchObject({ before: { scopes: ['money:read'] }, after: { scopes: ['money:read', 'money:write'] } })
})

describe('a call', () => {
  it('is done once with an idempotency key, and refused with another body', async () => {
    const first = await callProvider(server, key, 'providerAccountCreate', { body: creating('ONCE-1'), key: 'once' })
    expect([first.status, first.body.externalId, first.body.state]).toEqual([201, 'ONCE-1', 'opening'])
    const again = await callProvider(server, key, 'providerAccountCreate', { body: creating('ONCE-1'), key: 'once' })
    expect([again.raw, again.headers.get('idempotent-replayed')]).toEqual([first.raw, 'true'])
    const other = await callProvider(server, key, 'providerAccountCreate', { body: creating('ONCE-2'), key: 'once' })
    expect([other.status, other.error.type]).toEqual([422, 'IdempotencyKeyReused'])
    const taken = await callProvider(server, key, 'providerAccountCreate', { body: creating('ONCE-1', 'otra@mora.test') })
    expect([taken.status, taken.raw.includes('"fields":{"external_id":[')]).toEqual([400, true])
    const accounts = await callProvider(server, key, 'providerAccountList', { query: { externalId: 'ONCE-1' } })
    expect(accounts.body.results.map(({ id }) => id)).toEqual([first.body.id])
  })

  it('is strict about its body, its size, its media type, its path and its method, in the caller’s language', async () => {
    const post = (body: string, more: Record<string, string> = {}) =>
      server.send('POST', '/provider/v1/accounts', { body, headers: { ...headers(), 'accept-language': 'en', ...more } })
    const unknown = await post('{"nickname": "x"}')
    expect([unknown.status, JSON.parse(unknown.raw)]).toMatchObject([
      422,
      { error: { type: 'UnknownField', fields: { nickname: [expect.any(String)] } } },
    ])
    expect((await post(`{"external_id": "${'x'.repeat(70_000)}"}`)).status).toBe(413)
    expect((await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
    expect((await server.send('GET', '/provider/v1/nothing', { headers: headers() })).status).toBe(404)
    expect((await server.send('GET', '/provider/v1/nothing')).status).toBe(401)
    const method = await server.send('POST', '/provider/v1/audit', { headers: headers() })
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET'])
    const missing = await callProvider(server, key, 'providerMerchant', {
      params: { merchantId: 'f'.repeat(32) },
      headers: { 'accept-language': 'en' },
    })
    expect([missing.status, missing.error.message]).toEqual([404, 'Not found.'])
  })
})

describe('the list of accounts', () => {
  it('goes on from a cursor with what was changed since, and never passes a transaction that still runs', async () => {
    await server.ownerSql(
      `insert into accounts (id, type) select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'unknown' from generate_series(1, 60) n`,
    )
    const list = async (cursor?: string) => (await callProvider(server, key, 'providerAccountList', { query: { cursor } })).body
    // What the server writes after an answer may hold the list back for a moment.
    const listAtLeast = async (rows: number, cursor?: string) => {
      let page = await list(cursor)
      await expect.poll(async () => (page = await list(cursor)).results.length).toBeGreaterThanOrEqual(rows)
      return page
    }
    const first = await listAtLeast(50)
    const rest = await listAtLeast(11, first.next ?? 'no next page')
    const all = [...first.results, ...rest.results].map(({ id }) => id)
    expect([new Set(all).size, all.length > 60]).toEqual([all.length, true])

    const client = new pg.Client({ connectionString: server.database.ownerUrl, options: connectionOptions })
    await client.connect()
    const [slow = '', quick = ''] = all
    const touch = `update accounts set holders_revision = holders_revision + 1 where replace(id::text, '-', '') = $1`
    try {
      await client.query('begin')
      await client.query(touch, [slow])
      // Committed first, although it began later: shown only together with the earlier one.
      await server.ownerSql(touch, [quick])
      const meanwhile = (await list(first.next ?? 'no next page')).results.map(({ id }) => id)
      expect(meanwhile.filter((id) => id === slow || id === quick)).toEqual([])
      await client.query('commit')
    } finally {
      await client.end()
    }
    await expect.poll(async () => (await list(first.next ?? 'no next page')).results.slice(-2).map(({ id }) => id)).toEqual([slow, quick])
  })
})

describe('the list of operations', () => {
  it('has each operation once with its last change, before and after changes are added up, whatever runs in another database', async () => {
    const [first = '', two = ''] = await writeOperations(server.database.ownerUrl, [{}, {}])
    const id = (hex: string) => uuidOf(hex) ?? ''
    const list = async () => {
      const { body } = await callProvider(server, key, 'providerOperationList', { query: {} })
      return body.results.map((row) => row.id).filter((it) => it === first || it === two)
    }
    const change = (hex: string) =>
      server.services.database.write(mintScope(ids.merchantA1, 'live'), async (db) => {
        const state = { substatus: 'pending_customer', statusReason: null, suspensionReason: null } as const
        const entry = { event: 'note', actor: 'system', userId: null, amountCents: null, before: state, after: state } as const
        changeOperation(db, mintScope(ids.merchantA1, 'live'), server.services.now(), { operationId: id(hex), ...entry })
      })
    // A writing transaction in another database of the cluster, which runs until the end.
    const other = await testDatabase()
    const foreign = new pg.Client({ connectionString: other.ownerUrl })
    await foreign.connect()
    try {
      await foreign.query('begin')
      await foreign.query('select pg_current_xact_id()')
      await change(first)
      await change(two)
      await change(two)
      await expect.poll(list).toEqual([first, two])
      await change(first)
      await expect.poll(list).toEqual([two, first])
      expect(await foldChanges(server.services)).toBeGreaterThan(0)
      await expect.poll(list).toEqual([two, first])
      await change(two)
      await expect.poll(list).toEqual([first, two])
      // Changed again by a statement over many: the list already has it, and the change that waits to be added up is the older one.
      await server.ownerSql(`update provider_changes set changed_in = pg_current_xact_id() where id = $1`, [id(first)])
      await expect.poll(list).toEqual([two, first])
    } finally {
      await foreign.end()
      await other.drop()
    }
  })
})

describe('terms', () => {
  it('that a system proposes are agreed once a member of staff confirms them; the audit log names both', async () => {
    const [maker, finance] = [await addStaff(server, ['admin', 'finance']), await addStaff(server, ['finance'])]
    const own = await addProviderKey(server, { by: maker.staffId, name: 'Tarifas', scopes: ['terms'] })
    const params = { merchantId: hexOf(ids.merchantB1) }
    const before = (await callProvider(server, own, 'providerTerms', { params })).body
    const [product] = before.products
    if (!product) throw new Error('no product')
    const effectiveOn = addDays(madridDay(server.services.now()), 40)
    const products = [{ product: product.product, enabled: true, terms: { ...product.terms, feeRate: product.terms.feeRate - 10 } }]
    const answer = await callProvider(server, own, 'providerTermsPropose', { params, body: { effectiveOn, products } })
    expect(answer.status, answer.raw).toBe(202)
    const confirmationId = answer.body.confirmation?.id ?? ''
    const waiting = async (as: typeof finance) => (await callConsole(server, 'staffConfirmationList', { as })).body.pending.at(-1)
    expect(await waiting(maker)).toMatchObject({ id: confirmationId, requestedBy: { name: 'Tarifas' }, byKey: true, decidable: false })
    expect(await waiting(finance)).toMatchObject({ id: confirmationId, decidable: true, own: false })
    const work = (await callConsole(server, 'consoleWork', { as: finance, query: { kind: 'confirmation' } })).body
    expect(JSON.stringify(work)).toContain('Tarifas')
    const confirm = (as: typeof finance) => callConsole(server, 'staffConfirmationConfirm', { as, params: { confirmationId } })
    expect((await confirm(maker)).error.type).toBe('RequestNotAllowed')
    expect((await confirm(finance)).status).toBe(200)
    const after = (await callProvider(server, own, 'providerTerms', { params })).body
    expect(after.products[0]?.coming).toMatchObject([{ effectiveOn, terms: { feeRate: product.terms.feeRate - 10 } }])
    const audit = await addProviderKey(server, { scopes: ['audit:read'] })
    const entries = (await callProvider(server, audit, 'providerAuditList', { query: { call: 'providerTermsPropose' } })).body.results
    expect(entries.map(({ outcome, key: by, confirmedBy }) => [outcome, by?.name, confirmedBy?.id])).toEqual([
      ['done', 'Tarifas', hexOf(finance.staffId)],
      ['requested', 'Tarifas', undefined],
    ])
  })
})

describe('an application', () => {
  it('is read with its documents, which are opened and decided, and decided; its people read "Proveedor"', async () => {
    const { accountId, session } = await newAccount(server, 'self_employed')
    const merchantId = await submitted(server, session)
    const params = { accountId: hexOf(accountId) }
    const waiting = (await callProvider(server, key, 'providerApplicationList')).body.results
    expect(waiting.find((one) => one.merchantId === merchantId)).toMatchObject({ accountId: params.accountId, status: 'submitted' })
    const early = await callProvider(server, key, 'providerMerchantApprove', {
      params: { merchantId },
      headers: { 'accept-language': 'en' },
    })
    expect([early.status, early.error.message]).toEqual([409, expect.stringMatching(/^Documents are missing/)])
    const documents = (await callProvider(server, key, 'providerDocumentList', { params })).body.results
    for (const { files } of documents) {
      const [file] = files
      const opened = await callProvider(server, key, 'providerDocumentFile', { params: { ...params, documentId: file?.id ?? '' } })
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const body = { files: files.map(({ id }) => id), approved: true }
      expect((await callProvider(server, key, 'providerDocumentDecide', { params, body })).status).toBe(204)
    }
    const approved = await callProvider(server, key, 'providerMerchantApprove', { params: { merchantId } })
    expect(approved.body).toMatchObject({ id: merchantId, status: 'active' })
    const handing = { params: { merchantId }, body: { mode: 'sandbox' as const } }
    const handed = await callProvider(server, key, 'providerMerchantKeyIssue', { ...handing, key: 'handed' })
    expect([handed.status, handed.body.key]).toEqual([201, expect.stringMatching(/^sk_test_/)])
    const repeated = await callProvider(server, key, 'providerMerchantKeyIssue', { ...handing, key: 'handed' })
    expect(repeated.raw).toBe(handed.raw)
    const stored = await server.ownerSql('select from idempotency_keys where body like $1', [`%${handed.body.key}%`])
    expect(stored).toEqual([])
    expect((await callProvider(server, key, 'providerMerchantKeyIssue', handing)).error.type).toBe('ProviderActionNotAllowed')
    const suspended = await callProvider(server, key, 'providerMerchantSuspend', { params: { merchantId }, body: { reason: 'Revisión' } })
    expect(suspended.body.status).toBe('suspended')
    const activity = (await server.call('activityList', { as: session })).body.results
    const acts = activity.filter(({ byProvider }) => byProvider)
    expect(acts.filter(({ entity }) => entity === 'document').length).toBe(documents.length * 2)
    expect(acts.filter(({ byKey, person }) => byKey || person !== null)).toEqual([])
  })
})
