import { afterAll, beforeAll, expect, it } from 'vitest'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { request, shop } from '../../testing/offlineCheckout/testCheckout.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

// A shop's operations in the provider's console: finding one, opening the customer's data for a reason, and holding its collection.
let server: TestServer
let support: TestStaff
let risk: TestStaff
let operationId: string
beforeAll(async () => {
  server = await startTestServer({ proved: false, worded: true })
  support = await addStaff(server, ['support'])
  risk = await addStaff(server, ['risk'])
  operationId = await writeOperation(server.database.ownerUrl, {
    merchantId: ids.merchantA1,
    substatus: 'payment_process',
    mid: 'PED-7731',
    firstName: 'Carmen',
    lastName: 'Illescas Mora',
    email: 'carmen@correo.test',
    phone: '612345214',
    document: '12345678Z',
  })
})
afterAll(() => server.close())

const place = { accountId: hexOf(ids.accountA), merchantId: hexOf(ids.merchantA1) }
const params = () => ({ ...place, operationId })
const rowsOf = async (search: string) =>
  (await callConsole(server, 'consoleOperationList', { params: place, query: { search }, as: support })).body.results

it('finds an operation by its id, the shop’s order, and a part of the customer’s phone or name, with the customer masked', async () => {
  for (const search of [operationId, 'PED-7731', '5214', 'illescas']) {
    const results = await rowsOf(search)
    expect(results.map(({ id, mid, customerName }) => [id, mid, customerName])).toEqual([[operationId, 'PED-7731', 'Carmen I.']])
  }
  expect(await rowsOf('PED-0000')).toEqual([])
  const { body } = await callConsole(server, 'consoleOperation', { params: params(), as: support })
  expect(body).toMatchObject({
    mode: 'live',
    shopName: 'Tienda Gran Vía',
    masked: true,
    operation: {
      customer: { firstName: 'Carmen', lastName: 'I.', email: 'c•••@correo.test', phone: '6•• ••• 214', documentNumber: '***5678Z' },
    },
  })
})

it('is not found by the ids of another account or shop', async () => {
  const wrong = [
    { ...params(), accountId: hexOf(ids.accountB) },
    { ...params(), merchantId: hexOf(ids.merchantA2) },
    { ...params(), accountId: hexOf(ids.accountB), merchantId: hexOf(ids.merchantB1) },
  ]
  for (const other of wrong) {
    expect((await callConsole(server, 'consoleOperation', { params: other, as: support })).status).toBe(404)
    const hold = { params: other, body: { hold: 'dispute', reason: 'x' }, as: risk } as const
    expect((await callConsole(server, 'consoleOperationHold', hold)).status).toBe(404)
  }
  const foreign = { accountId: hexOf(ids.accountB), merchantId: place.merchantId }
  expect((await callConsole(server, 'consoleOperationList', { params: foreign, query: {}, as: support })).status).toBe(404)
})

it('gives support the customer’s data for a reason only, which the merchant reads', async () => {
  const reveal = (reason: string) => callConsole(server, 'consoleOperationReveal', { params: params(), body: { reason }, as: support })
  expect((await reveal('')).error.fields?.[0]?.name).toBe('reason')
  expect((await reveal('Reclama un cobro.')).body).toMatchObject({
    masked: false,
    operation: { customer: { lastName: 'Illescas Mora', phone: '612345214' } },
  })
  const { body } = await server.call('activityList', { as: 'ownerA' })
  expect(body.results.find(({ action }) => action === 'El proveedor abre datos personales')?.changes).toMatchObject([
    { after: 'Reclama un cobro.' },
  ])
})

it('is held and lifted by risk, never by support', async () => {
  const hold = (as: TestStaff) =>
    callConsole(server, 'consoleOperationHold', { params: params(), body: { hold: 'dispute', reason: 'El banco pregunta.' }, as })
  expect((await hold(support)).status).toBe(403)
  expect((await hold(risk)).status).toBe(204)
  expect((await hold(risk)).error.message).toBe('Solo se detienen los cobros de una operación que se está pagando a plazos.')
  const { body } = await callConsole(server, 'consoleOperation', { params: params(), as: support })
  expect(body.operation).toMatchObject({ substatus: 'payment_suspended', suspensionReason: 'dispute' })
  const lift = await callConsole(server, 'consoleOperationLift', { params: params(), body: { reason: 'Resuelto.' }, as: risk })
  expect(lift.status).toBe(204)
  const entries = await server.ownerSql(
    `select call, after ->> 'note' as note from audit_entries where entity_id = $1 and account_id = $2 and call in ('operator.hold', 'operator.lift') order by seq`,
    [uuidOf(operationId), ids.accountA],
  )
  expect(entries).toEqual([
    { call: 'operator.hold', note: 'El banco pregunta.' },
    { call: 'operator.lift', note: 'Resuelto.' },
  ])
  // The console's log says where the operation's page is, in the provider's own entries too, and not again what was done.
  const { body: trail } = await callConsole(server, 'staffAuditList', { as: await addStaff(server, ['admin']) })
  const done = trail.results.filter(({ call, outcome }) => /Hold$|hold$/.test(call) && outcome === 'done')
  expect(done.map(({ call, operation, after }) => [call, operation, Object.keys(after ?? {}).includes('verb')])).toEqual(
    ['consoleOperationHold', 'operator.hold'].map((call) => [call, { ...place, id: operationId }, false]),
  )
})

it('is charged again before its next retry when an instalment is overdue, by finance and never by support', async () => {
  const id = await writeOperation(server.database.ownerUrl, {
    merchantId: ids.merchantA1,
    substatus: 'payment_process',
    mid: 'PED-OVERDUE',
  })
  const collect = (as: TestStaff) =>
    callConsole(server, 'consoleOperationCollect', { params: { ...place, operationId: id }, body: { reason: 'Lo pide el cliente.' }, as })
  const finance = await addStaff(server, ['finance'])
  expect((await collect(support)).status).toBe(403)
  expect((await collect(finance)).error.message).toBe('Esta operación no tiene ninguna cuota vencida que cobrar.')
  await server.ownerSql(`update instalments set state = 'overdue' where operation_id = $1 and number = 1`, [uuidOf(id)])
  await server.ownerSql(`update operations set collect_at = now() + interval '3 days' where id = $1`, [uuidOf(id)])
  expect((await collect(finance)).status).toBe(204)
  const due = await server.ownerSql(`select due_at <= $2::timestamptz as now from deadlines where object_id = $1 and kind = 'instalment'`, [
    uuidOf(id),
    server.services.now(),
  ])
  expect(due).toEqual([{ now: true }])
  const { body } = await callConsole(server, 'consoleOperation', { params: { ...place, operationId: id }, as: support })
  expect(body.operation.history.at(-1)).toMatchObject({ event: 'collection_retried' })
})

it('has its link sent again by support, to the addresses that are known, as often as the shop may', async () => {
  const order = await shop(server).create(request(60_000, { customer: { phone: '612345999' }, channels: ['sms'] }))
  expect(order.status, order.raw).toBe(201)
  const [row] = await server.ownerSql<{ id: string }>(`select operation_id as id from checkouts order by id desc limit 1`)
  const resend = () =>
    callConsole(server, 'consoleOperationResend', { params: { ...place, operationId: hexOf(row?.id ?? '') }, as: support })
  server.moveClock(61_000)
  expect((await resend()).body).toEqual({ channels: ['sms'] })
  expect((await resend()).status).toBe(429)
  const { body } = await server.call('activityList', { as: 'ownerA' })
  expect(body.results[0]?.action).toBe('El proveedor envía otra vez el enlace de una compra')
  const closed = await callConsole(server, 'consoleOperationResend', { params: params(), as: support })
  expect(closed.error.type).toBe('ResendNotAllowed')
})
