import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryOf } from '#contract/platform/endpoint'
import { shortId } from '#domain/platform/shortId'
import type { consoleOperationSearch } from '#contract/provider/operations'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { addRefundLookups, keepLookupKey, lookedFor, readLookupKey } from '../../sales/lifecycle/operationLookups.ts'
import { nameCustomer } from '../../sales/lifecycle/customerName.ts'
import { renumberOperation } from '../../sales/lifecycle/renumberOperation.ts'
import { applyRetention } from '../../merchants/privacy/retention.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids } from '../../testing/testFixture.ts'
import { testSecret } from '../../testing/testSecret.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

// The search over the operations of all shops.
let server: TestServer
let support: TestStaff
/** Carmen's in the first shop, Carmen's in another account's, another customer's, one in test mode. */
let carmens: string
let carmensElsewhere: string
let others: string
beforeAll(async () => {
  server = await startTestServer({ proved: false })
  support = await addStaff(server, ['support'])
  const carmen = {
    firstName: 'Carmen',
    lastName: 'Illescas Mora',
    email: 'carmen@correo.test',
    phone: '612345214',
    document: '12345678Z',
    substatus: 'payment_process',
  } as const
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const written = await writeOperations(server.database.ownerUrl, [
    { ...carmen, merchantId: ids.merchantA1, mid: 'PED-1', totalCents: 12_345, createdAt: at(10) },
    { ...carmen, merchantId: ids.merchantB1, mid: 'B/77', createdAt: at(20), substatus: 'payment_completed' },
    { merchantId: ids.merchantA2, mid: 'PED-1', firstName: 'Rosa', lastName: 'Mora', email: 'rosa@correo.test', createdAt: at(30) },
    { ...carmen, merchantId: ids.merchantA1, mid: 'PRUEBA', mode: 'sandbox', createdAt: at(40) },
  ])
  ;[carmens = '', carmensElsewhere = '', others = ''] = written
})
afterAll(() => server.close())

const search = (query: Partial<QueryOf<typeof consoleOperationSearch>>) =>
  callConsole(server, 'consoleOperationSearch', { query, as: support })
const idsOf = async (query: Partial<QueryOf<typeof consoleOperationSearch>>) => (await search(query)).body.results.map(({ id }) => id)

describe('the search across shops', () => {
  it('finds by id, short number, order number, and the customer’s whole e-mail, phone, document or words of the name', async () => {
    expect(await idsOf({ search: carmens })).toEqual([carmens])
    expect(await idsOf({ search: shortId(carmens) })).toEqual([carmens])
    expect(await idsOf({ search: 'ped-1' })).toEqual([carmens, others])
    const terms = ['Carmen@correo.test ', '+34 612 345 214', '12.345.678-z', 'illescas carmen', 'Carmen Íllescas Mora']
    for (const term of terms) expect(await idsOf({ search: term }), term).toEqual([carmens, carmensElsewhere])
    for (const term of ['carmen', 'carmen@correo', '345214', '2345678Z', 'carmen lopez', 'PED', hexOf(ids.merchantA1)])
      expect(await idsOf({ search: term }), term).toEqual([])
  })

  it('finds the operation of a refund by the short number on its receipt', async () => {
    const refund = await server.call('operationRefund', {
      params: { merchantId: hexOf(ids.merchantA1), operationId: carmens },
      body: { amount: 100 },
      as: 'ownerA',
    })
    expect(await idsOf({ search: shortId(refund.body.refund.id) })).toEqual([carmens])
    expect(await idsOf({ search: shortId(refund.body.refund.id), mode: 'sandbox' })).toEqual([])
    expect(await idsOf({ search: '0123abcd' })).toEqual([])
    // As one that a server of version 0.3.0 made after the migration.
    await server.ownerSql('delete from refund_lookups')
    expect(await idsOf({ search: shortId(refund.body.refund.id) })).toEqual([])
    expect(await addRefundLookups(server.services)).toBe(1)
    expect(await idsOf({ search: shortId(refund.body.refund.id) })).toEqual([carmens])
    expect(await addRefundLookups(server.services)).toBe(0)
  })

  it('shows nothing of a customer, and tells whom the operation belongs to', async () => {
    const { raw, body } = await search({ search: 'carmen@correo.test' })
    expect(body.results[0]).toEqual({
      id: carmens,
      createdAt: expect.any(String),
      substatus: 'payment_process',
      amount: 12_345,
      accountId: hexOf(ids.accountA),
      merchant: { id: hexOf(ids.merchantA1), name: 'Tienda Gran Vía' },
    })
    expect(raw).not.toMatch(/carmen|illescas|612345214/i)
    const rows = await server.ownerSql<{ row: string }>('select k::text as row from operation_lookups k')
    expect(rows.map(({ row }) => row).join(' ')).not.toMatch(/carmen|illescas|612345214|PED/i)
  })

  it('lists the newest of all shops, by state, shop, amount and day, page by page, in one mode', async () => {
    expect(await idsOf({})).toEqual([carmens, carmensElsewhere, others])
    expect(await idsOf({ substatus: 'payment_completed' })).toEqual([carmensElsewhere])
    expect(await idsOf({ merchant: 'gran via' })).toEqual([carmens])
    expect(await idsOf({ merchant: 'gran via', substatus: 'rejected' })).toEqual([])
    expect(await idsOf({ amount: '12345' })).toEqual([carmens])
    expect(await idsOf({ amount: '12345', merchant: 'gran', substatus: 'payment_process' })).toEqual([carmens])
    expect(await idsOf({ since: '2099-01-01' })).toEqual([])
    expect(await idsOf({ until: '2020-01-01' })).toEqual([])
    expect(await idsOf({ cursor: carmens })).toEqual([carmensElsewhere, others])
    expect(await idsOf({ mode: 'sandbox', search: 'carmen mora' })).toHaveLength(1)
  })

  it('leaves an entry when it may be by something of a customer, without what was looked for', async () => {
    const entries = () => server.ownerSql(`select after from audit_entries where call = 'consoleOperationSearch' order by seq desc`)
    const before = await entries()
    await idsOf({ search: 'PED-1' })
    expect(await entries()).toEqual(before)
    await idsOf({ search: 'carmen@correo.test' })
    expect(await entries()).toEqual([{ after: { found: 2 } }, ...before])
  })

  it('follows a customer who is named, an order that is numbered anew, a change of state and an erasure', async () => {
    const scope = mintScope(ids.merchantA2, 'live')
    const operationId = uuidOf(others) ?? ''
    const customer = { firstName: 'Rosa', lastName: 'Mora Gil', email: 'rosa@otra.test', phone: '699000111', documentNumber: null }
    await server.services.database.write(scope, async (db) => {
      await nameCustomer(db, scope, { operationId, customer, secret: testSecret })
      await renumberOperation(db, scope, { operationId, mid: 'NUEVO-9', now: new Date() })
    })
    for (const term of ['rosa@otra.test', '699000111', 'rosa gil', 'nuevo-9']) expect(await idsOf({ search: term }), term).toEqual([others])
    expect(await idsOf({ search: 'rosa@correo.test' })).toEqual([])
    expect(await idsOf({ search: 'PED-1' })).toContain(others)
    const risk = await addStaff(server, ['risk'])
    const params = { accountId: hexOf(ids.accountA), merchantId: hexOf(ids.merchantA1), operationId: carmens }
    await callConsole(server, 'consoleOperationHold', { params, body: { hold: 'dispute', reason: 'x' }, as: risk })
    expect(await idsOf({ substatus: 'payment_suspended' })).toEqual([carmens])
    const later = new Date(Date.now() + 3 * 366 * 86_400_000)
    await applyRetention({ ...server.services, wallClock: () => later })
    expect(await idsOf({ search: 'carmen@correo.test' })).toEqual([carmens])
    expect(await idsOf({ search: 'B/77' })).toEqual([carmensElsewhere])
  })

  it('finds what was written before and after the session secret changed', async () => {
    const lola = { merchantId: ids.merchantA2, email: 'lola@correo.test' }
    const [before] = await writeOperations(server.database.ownerUrl, [lola])
    await keepLookupKey(server.services)
    const { config } = server.services
    const changed = { ...config, sessionSecrets: ['another secret of the installation, since today'] as const }
    await keepLookupKey({ ...server.services, config: changed })
    const scope = mintScope(ids.merchantA2, 'live')
    const [unnamed] = await writeOperations(server.database.ownerUrl, [{ ...lola, email: '' }])
    const customer = { firstName: 'Lola', lastName: 'Gil', email: lola.email, phone: null, documentNumber: null }
    const naming = { operationId: uuidOf(unnamed ?? '') ?? '', customer, secret: changed.sessionSecrets[0] }
    await server.services.database.write(scope, (db) => nameCustomer(db, scope, naming))
    const key = await server.services.database.read(null, (db) => readLookupKey(db, changed.sessionSecrets[0]))
    const { any } = lookedFor(lola.email, key)
    const rows = await server.ownerSql<{ id: string }>(`select operation_id as id from operation_lookups where keys && $1::bigint[]`, [
      any.map(String),
    ])
    expect(rows.map(({ id }) => hexOf(id)).toSorted()).toEqual([before, unnamed].toSorted())
  })
})
