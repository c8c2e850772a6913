import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { madridDay } from '#domain/platform/dates'
import { LOSING_EVIDENCE } from '#domain/sales/operations/sandbox'
import { type DisputeFixture, disputeFixture } from '../../testing/disputes/disputeFixture.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { csvAmount } from '../../platform/files/csvLine.ts'
import { ScannerUnreachable } from '../../platform/uploads/clamav.ts'
import { addStaff, callConsole } from '../../testing/provider/testStaff.ts'
import { addProviderKey, callProvider } from '../../testing/provider/testProviderKey.ts'
import { issueTestKey, makeShop } from '../../testing/shopsApi/testShop.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { settle } from '../settlements/settle.ts'

let server: TestServer
let fixture: DisputeFixture
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T09:00:00Z'), refundHoldSeconds: 0 })
  server.stopClock()
  fixture = disputeFixture(server)
})
afterAll(() => server.close())

/** They are proved again when the server closes. */
const provenBooks = async () => expect(await brokenBooks(server.database.ownerUrl)).toEqual([])
const minute = 60_000
const wait = async (ms: number) => {
  server.moveClock(ms)
  await fixture.work()
}

/** An operation whose customer disputes a charge of 20,00 €, and the card provider has said so. */
async function disputed(options: Parameters<DisputeFixture['dispute']>[1] = {}) {
  const operationId = await fixture.sold()
  const reference = await fixture.dispute(operationId, options)
  await fixture.notify(operationId, reference)
  return { operationId, reference, params: await fixture.paramsOf(operationId) }
}
const give = (params: Awaited<ReturnType<typeof disputed>>['params'], text: string) =>
  server.call('disputeAnswer', { params, body: { text }, as: 'editorA', key: randomUUID() })
const submit = async (params: { disputeId: string }, soldByRules = true) => {
  const ana = await addStaff(server, ['finance'])
  const { status } = await callConsole(server, 'consoleDisputeSubmit', {
    as: ana,
    params: { disputeId: params.disputeId },
    body: { note: '', soldByRules },
  })
  expect(status).toBe(204)
  await fixture.work()
}

/** Two people of the staff close it by hand. */
const closeAsLost = async ({ disputeId }: { disputeId: string }) => {
  const [ana, berta] = [await addStaff(server, ['finance']), await addStaff(server, ['admin'])]
  const answer = await callConsole(server, 'consoleDisputeClose', {
    as: ana,
    params: { disputeId },
    body: { outcome: 'lost', reason: 'Carta del banco' },
  })
  expect(answer.status).toBe(202)
  const confirmationId = (answer.body as unknown as { confirmation: { id: string } }).confirmation.id // the answer of 202
  expect((await callConsole(server, 'staffConfirmationConfirm', { as: berta, params: { confirmationId } })).status).toBeLessThan(300)
}

/** The net of an operation wherever it is told, and what the ledger owes the shop for it. */
async function shownNets(operationId: string) {
  const { merchantId } = await fixture.paramsOf(operationId)
  const params = { merchantId, operationId }
  const { body: list } = await server.call('operationList', { params, as: 'ownerA' })
  const { raw } = await server.send('GET', `/v2/merchants/${merchantId}/orders/download?format=csv`, { as: 'ownerA' })
  const [head = [], ...rows] = raw.split('\r\n').map((line) => line.split(';'))
  const provider = await callProvider(server, await addProviderKey(server), 'providerOperation', { params: { operationId } })
  const [books] = await server.ownerSql<{ cents: number }>(
    `select sum(l.amount_cents)::int as cents from ledger_lines l join ledger_journals j on j.merchant_id = l.merchant_id and j.mode = l.mode and j.id = l.journal_id
     where l.account = 'merchant_payable' and replace(j.operation_id::text, '-', '') = $1`,
    [operationId],
  )
  return {
    page: (await server.call('operationDetail', { params, as: 'ownerA' })).body.netAmount,
    list: list.results.find(({ id }) => id === operationId)?.netAmount,
    csv: ['Disputas perdidas', 'Neto'].map((name) => rows.find((cells) => cells.includes(operationId))?.[head.indexOf(name)]),
    provider: provider.body.net,
    books: books?.cents,
  }
}

it('books what the bank withdraws, once however often it is notified, stops the plan, and tells the shop', async () => {
  const { operationId, reference } = await disputed()
  const id = randomUUID()
  for (let times = 0; times < 3; times += 1) await fixture.notify(operationId, reference, times === 0 ? undefined : id)
  expect(await fixture.read(operationId)).toMatchObject({ state: 'needs_response', withdrawn: 2_000, held: 2_000, merchant: 0 })
  expect(await fixture.operation(operationId)).toEqual({ substatus: 'payment_suspended', suspension_reason: 'dispute', disputed: 2_000 })
  expect([await fixture.booked(operationId, 'disputed_funds'), await fixture.booked(operationId, 'cash')]).toEqual([2_000, -4_000])
  const refund = await server.call('operationRefund', {
    params: await fixture.paramsOf(operationId),
    body: { amount: 100 },
    as: 'ownerA',
    key: randomUUID(),
  })
  expect([refund.status, refund.error.type]).toEqual([409, 'RefundNotAllowed'])
  const { body: inbox } = await server.call('inboxList', {
    params: { merchantId: (await fixture.paramsOf(operationId)).merchantId },
    as: 'editorA',
  })
  expect(inbox.items.filter(({ kind }) => kind === 'dispute')).toMatchObject([{ amount: 2_000, objectId: operationId }])
  const { body: seen } = await server.call('operationDetail', { params: await fixture.paramsOf(operationId), as: 'guestA' })
  expect(seen.disputedAmount).toBe(2_000)
  const letters = await server.ownerSql(`select from notifications where type = 'dispute_opened' and action_url like '%' || $1 || '%'`, [
    operationId,
  ])
  expect(letters).toHaveLength(1)
  const { merchantId } = await fixture.paramsOf(operationId)
  const [inList] = (await server.call('disputeList', { params: { merchantId, operationId }, as: 'editorA' })).body.results
  // Two days before the bank's own deadline.
  expect(inbox.items.find(({ kind }) => kind === 'dispute')?.deadline).toBe(inList?.answerBy)
  const range = { from: '2026-11-18', to: '2027-01-31' }
  const { days } = (await server.call('moneyCalendar', { params: { merchantId }, query: range, as: 'editorA' })).body
  expect(days.flatMap(({ on, disputes }) => (disputes.count > 0 ? [{ on, ...disputes }] : []))).toEqual([
    {
      on: madridDay(new Date(inList?.answerBy ?? '')),
      count: 1,
      amount: 2_000,
      operations: [{ id: operationId, customerName: expect.any(String), amount: 2_000 }],
    },
  ])
  await provenBooks()
})

it('won: the money comes back, and the plan goes on', async () => {
  const { operationId, params } = await disputed()
  expect((await give(params, 'Lo recogió en la tienda, con su DNI.')).body).toMatchObject({ answer: 'evidence', answerable: true })
  await submit(params)
  expect(await fixture.read(operationId)).toMatchObject({ state: 'won', withdrawn: 0, held: 0, bearer: null })
  expect(await fixture.operation(operationId)).toMatchObject({ substatus: 'payment_process', disputed: 0 })
  expect([await fixture.booked(operationId, 'disputed_funds'), await fixture.booked(operationId, 'dispute_fees')]).toEqual([0, 2_000])
  expect((await give(params, 'Otra vez')).status).toBe(409)
})

it.each([
  ['evidence was given and the sale was by the rules', true, 'provider', { provider: 2_000, merchant: 0, fee: 0, vat: 0 }],
  ['the shop sold against the rules', false, 'merchant', { provider: 0, merchant: 2_000, fee: 2_000, vat: 420 }],
])('lost: who bears it when %s', async (_when, soldByRules, bearer, money) => {
  const { operationId, params } = await disputed()
  await give(params, `Esto ${LOSING_EVIDENCE}.`)
  await submit(params, soldByRules)
  expect(await fixture.read(operationId)).toMatchObject({ state: 'lost', held: 0, bearer, ...money })
  expect(await fixture.operation(operationId)).toEqual({ substatus: 'payment_suspended', suspension_reason: 'dispute', disputed: 2_000 })
})

it('accepted by the shop: it pays the amount, the fee and its VAT in its next settlement', async () => {
  const { operationId, params } = await disputed()
  expect((await server.call('disputeAccept', { params, as: 'editorA', key: randomUUID() })).status).toBe(403)
  expect((await server.call('disputeAccept', { params, as: 'adminA', key: randomUUID() })).body).toMatchObject({
    answer: 'accepted',
    answerable: false,
  })
  await fixture.work()
  expect(await fixture.read(operationId)).toMatchObject({
    state: 'lost',
    bearer: 'merchant',
    merchant: 2_000,
    fee: 2_000,
    vat: 420,
    act: null,
  })
  expect(await fixture.booked(operationId, 'merchant_payable')).toBe(4_420)
  server.moveClock(2 * 24 * 60 * minute)
  await settle(server.services)
  const [line] = await server.ownerSql<{ gross: number; fee: number; vat: number; settled: boolean }>(
    `select l.gross_cents::int as gross, l.fee_cents::int as fee, l.vat_cents::int as vat, l.settlement_id is not null as settled from settlement_lines l
     where l.kind = 'chargeback' and replace(l.operation_id::text, '-', '') = $1`,
    [operationId],
  )
  expect(line).toEqual({ gross: -2_000, fee: 2_000, vat: 420, settled: true })
  const { body: operation } = await server.call('operationDetail', { params: { ...params, operationId }, as: 'ownerA' })
  expect(operation.settlementLines.filter(({ kind }) => kind === 'chargeback')).toMatchObject([{ netAmount: -4_420 }])
  const net = operation.settlementLines.reduce((sum, { netAmount }) => sum + netAmount, 0)
  expect(await shownNets(operationId)).toEqual({
    page: net,
    list: net,
    csv: [csvAmount('4420'), csvAmount(String(net))],
    provider: net,
    books: -net,
  })
  const { body: list } = await server.call('settlementList', { params, as: 'ownerA' })
  const { body: settlement } = await server.call('settlementDetail', {
    params: { ...params, settlementId: list.results[0]?.id ?? '' },
    as: 'ownerA',
  })
  expect(settlement.counts.chargeback).toBeGreaterThanOrEqual(1)
  expect(settlement.chargebacks).toBeLessThanOrEqual(-2_000)
})

it('an inquiry withdraws nothing, stops nothing, and may end without effect', async () => {
  const { operationId, params } = await disputed({ isInquiry: true })
  expect(await fixture.operation(operationId)).toMatchObject({ substatus: 'payment_process', disputed: 0 })
  expect((await server.call('disputeAccept', { params, as: 'ownerA', key: randomUUID() })).status).toBe(409)
  await give(params, 'Aquí está la factura.')
  await submit(params)
  expect(await fixture.read(operationId)).toMatchObject({ state: 'dismissed', withdrawn: 0 })
  expect(await fixture.booked(operationId, 'cash')).toBe(0)
})

it('is closed by hand by two people, and a late answer of the card provider is booked over it', async () => {
  const { operationId, reference, params } = await disputed()
  await closeAsLost(params)
  expect(await fixture.read(operationId)).toMatchObject({ state: 'lost', bearer: 'merchant', merchant: 2_000 })
  await server.services.payments.simulatedDisputes.change(reference, { state: 'won', withdrawnCents: 0 })
  await fixture.notify(operationId, reference)
  expect(await fixture.read(operationId)).toMatchObject({ state: 'won', withdrawn: 0, merchant: 0, fee: 0 })
  expect(await fixture.booked(operationId, 'merchant_payable')).toBe(0)
})

it('comes again in the provider’s list of changes when a lost dispute costs the shop less or more, and nothing else changes', async () => {
  const { operationId, reference, params } = await disputed()
  await closeAsLost(params)
  const other = await disputed()
  const key = await addProviderKey(server)
  const changed = async (query: { changedSince?: string }) =>
    (await callProvider(server, key, 'providerOperationList', { query })).body.results
  const { body: first } = await callProvider(server, key, 'providerOperation', { params: { operationId } })
  const listed = async () => (await changed({ changedSince: first.changedAt })).map(({ id, net }) => [id, net])
  expect(await listed()).toEqual([
    [operationId, first.net],
    [other.operationId, expect.any(Number)],
  ])
  await server.services.payments.simulatedDisputes.change(reference, { state: 'lost', withdrawnCents: 1_500 })
  await fixture.notify(operationId, reference)
  expect(await fixture.read(operationId)).toMatchObject({ state: 'lost', merchant: 1_500 })
  expect(await listed()).toEqual([
    [other.operationId, expect.any(Number)],
    [operationId, (first.net ?? 0) + 500],
  ])
  expect(await shownNets(operationId)).toMatchObject({ page: (first.net ?? 0) + 500, provider: (first.net ?? 0) + 500 })
})

it('staff see it in their queue and list, read the evidence, and no plan is resumed while it is undecided', async () => {
  const { operationId, params } = await disputed()
  await give(params, 'Firmó el albarán.')
  const ana = await addStaff(server, ['finance', 'risk'])
  const { body: queue } = await callConsole(server, 'consoleWork', { as: ana, query: { kind: 'dispute' } })
  expect(queue.items.filter(({ id }) => id === params.disputeId)).toMatchObject([{ facts: { amount: 2_000, answered: true } }])
  const { body: list } = await callConsole(server, 'consoleDisputeList', { as: ana })
  expect(list.disputes.find(({ id }) => id === params.disputeId)).toMatchObject({ state: 'needs_response', answer: 'evidence' })
  const { body: dispute } = await callConsole(server, 'consoleDispute', { as: ana, params: { disputeId: params.disputeId } })
  expect(dispute).toMatchObject({ text: 'Firmó el albarán.', held: 2_000, fee: 2_000, submittable: true })
  const lifted = await callConsole(server, 'consoleOperationLift', {
    as: ana,
    params: { accountId: list.disputes[0]?.accountId ?? '', merchantId: params.merchantId, operationId },
    body: { reason: 'Por probar' },
  })
  expect([lifted.status, lifted.error.type]).toEqual([409, 'ProviderActionNotAllowed'])
})

it('keeps files as evidence, one of each kind, and gives them back', async () => {
  const { params } = await disputed()
  const pdf = {
    name: 'albaran.pdf',
    bytes: Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
    ),
  }
  for (let times = 0; times < 2; times += 1) {
    const upload = await server.call('disputeFileUpload', { params, body: { kind: 'delivery' }, file: pdf, as: 'editorA' })
    expect([upload.status, upload.body.files?.length]).toEqual([201, 1])
  }
  // With a virus, or while that cannot be told, a file is refused and nothing is stored.
  const scans = [async () => true, () => Promise.reject(new ScannerUnreachable('silent'))]
  for (const isInfected of scans) {
    server.services.viruses = { isInfected, version: async () => 'ClamAV' }
    const refused = await server.call('disputeFileUpload', { params, body: { kind: 'terms' }, file: pdf, as: 'editorA' })
    expect([refused.status, refused.error.type, refused.error.message]).toEqual([415, 'FileNotAccepted', expect.stringContaining('virus')])
  }
  server.services.viruses = null
  const { body } = await server.call('disputeList', { params, as: 'editorA' })
  expect(body.results[0]?.files).toHaveLength(1)
  const fileId = body.results[0]?.files[0]?.id ?? ''
  expect((await server.call('disputeFile', { params: { ...params, fileId }, as: 'editorA' })).status).toBe(200)
  for (const as of ['guestA', 'ownerB'] as const)
    expect((await server.call('disputeList', { params, as })).status).toBeGreaterThanOrEqual(403)
  const bytes = () =>
    server
      .ownerSql<{ bytes: number }>(`select octet_length(bytes) as bytes from uploads where purpose = 'dispute' order by 1`)
      .then((rows) => rows.map((row) => row.bytes))
  expect(await bytes()).toEqual([1, pdf.bytes.length])
  expect((await server.call('disputeFileDelete', { params: { ...params, fileId }, as: 'editorA' })).body.files).toEqual([])
  expect(await bytes()).toEqual([1, 1])
})

it('the list of a shop says until when to answer, and staff’s list puts first what still can be done', async () => {
  const [late, urgent, waiting] = [await disputed(), await disputed(), await disputed()]
  const due = { [late.operationId]: '-1 day', [urgent.operationId]: '1 day', [waiting.operationId]: '9 days' }
  for (const [operationId, span] of Object.entries(due))
    for (const table of ['card_disputes', 'card_dispute_queue'])
      await server.ownerSql(
        `update ${table} set evidence_due_at = $2::timestamptz + $3::interval where replace(operation_id::text, '-', '') = $1`,
        [operationId, server.services.now(), span],
      )
  const ana = await addStaff(server, ['finance'])
  const { body } = await callConsole(server, 'consoleDisputeList', { as: ana })
  const order = [urgent, waiting, late].map(({ params }) => params.disputeId)
  expect(body.disputes.map(({ id }) => id).filter((id) => order.includes(id))).toEqual(order)
  const toAnswer = async () => {
    const { body: list } = await server.call('operationList', { params: urgent.params, as: 'ownerA' })
    return list.results.find(({ id }) => id === urgent.operationId)?.disputeToAnswer
  }
  expect(await toAnswer()).toEqual({
    openedAt: expect.any(String),
    evidenceDueAt: new Date(server.services.now().getTime() + 24 * 60 * minute).toISOString(),
  })
  await give(urgent.params, 'Lo recogió.')
  expect(await toAnswer()).toBeNull()
})

it('of two disputes of an operation the list and its page show the deadline of the one that still can be answered', async () => {
  const operationId = await fixture.sold()
  const references = [await fixture.dispute(operationId), await fixture.dispute(operationId, { nth: 1 })]
  for (const reference of references) await fixture.notify(operationId, reference)
  const inDays = (days: number) => new Date(server.services.now().getTime() + days * 24 * 60 * minute)
  for (const [nth, days] of [-1, 5].entries())
    for (const table of ['card_disputes', 'card_dispute_queue'])
      await server.ownerSql(`update ${table} set evidence_due_at = $2 where reference = $1`, [references[nth], inDays(days)])
  const params = await fixture.paramsOf(operationId)
  const { body: list } = await server.call('operationList', { params, as: 'ownerA' })
  const { body: page } = await server.call('operationDetail', { params, as: 'ownerA' })
  const { body: inbox } = await server.call('inboxList', { params, as: 'editorA' })
  const shown = [list.results.find(({ id }) => id === operationId), page].map((one) => one?.disputeToAnswer?.evidenceDueAt)
  expect(shown).toEqual([inDays(5).toISOString(), inDays(5).toISOString()])
  expect(inbox.items.filter(({ kind, objectId }) => kind === 'dispute' && objectId === operationId)).toHaveLength(1)
  const { body: guests } = await server.call('operationDetail', { params, as: 'guestA' })
  expect(guests.disputeToAnswer).toBeNull()
})

it('finds a dispute whose notification was lost, and what stays unanswered is asked about again', async () => {
  const { findDisputes } = await import('./findDisputes.ts')
  const operationId = await fixture.sold()
  const reference = await fixture.dispute(operationId)
  await findDisputes(server.services)
  expect(await fixture.read(operationId)).toMatchObject({ state: 'needs_response', held: 2_000 })
  await server.services.payments.simulatedDisputes.change(reference, { state: 'lost', withdrawnCents: 2_000 })
  await wait(13 * 60 * minute)
  expect(await fixture.read(operationId)).toMatchObject({ state: 'lost', bearer: 'merchant' })
})

it('is read and answered by the shop’s own server', async () => {
  const { operationId, params } = await disputed()
  const shop = makeShop(server, await issueTestKey(server, ids.merchantA1, 'live', 'private'))
  const { status, body } = await shop('GET', `/orders/${operationId}/disputes`)
  expect([status, body.results]).toMatchObject([
    200,
    [{ id: params.disputeId, order_id: operationId, state: 'needs_response', amount: 2_000, files: 0, answerable: true }],
  ])
  const answer = (id: string, text: string) => shop('POST', `/orders/${operationId}/disputes/${id}/evidence`, { body: { text } })
  expect((await answer('f'.repeat(32), 'No es suya.')).status).toBe(404)
  expect((await answer(params.disputeId, 'Lo recogió.')).status).toBe(200)
  expect((await answer(params.disputeId, 'Lo recogió en la tienda.')).body).toMatchObject({
    text: 'Lo recogió en la tienda.',
    answer: 'evidence',
  })
  await submit(params)
  expect((await answer(params.disputeId, 'Tarde.')).status).toBe(409)
  const won = await shop('GET', '/disputes?state=won')
  expect(won.body.results[0]).toMatchObject({ id: params.disputeId, answer: 'evidence', closed_at: expect.any(String) })
  expect((await shop('GET', '/disputes?state=needs_response')).body.results.map(({ id }: { id: string }) => id)).not.toContain(
    params.disputeId,
  )
  const other = makeShop(server, await issueTestKey(server, ids.merchantB1, 'live', 'private'))
  expect([(await other('GET', `/orders/${operationId}/disputes`)).status, (await other('GET', '/disputes')).body.results]).toEqual([
    404,
    [],
  ])
})
