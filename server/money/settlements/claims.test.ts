import { afterAll, beforeAll, expect, it } from 'vitest'
import { atTerminal } from '../../platform/calls/providerChange.ts'
import { text } from '../../platform/calls/messages.ts'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { answerClaim, claimEvidence, waitingClaims } from './claims.ts'
import { payOut } from '../payouts/payOut.ts'
import { settle } from './settle.ts'
import { writeSales } from '../../testing/settlements/testSales.ts'

let server: TestServer
const merchantId = hexOf(ids.merchantA1)
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T08:00:00Z'), proved: false })
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $1, 'ES7921000813610123456789', 'Comercial Núñez', now())`,
    [ids.accountA],
  )
  await server.ownerSql(`update merchants set bank_account_id = (select id from bank_accounts limit 1) where id = $1`, [ids.merchantA1])
  await writeSales(server.database.ownerUrl, [
    ...[5, 6, 7, 8, 9].map((day) => ({ at: `2026-10-0${day}T10:00:00Z`, totalCents: 10_000 + day })),
    { at: '2026-10-12T10:00:00Z', totalCents: 9_000, refundCents: 9_000 },
    { at: '2026-10-05T10:00:00Z', totalCents: 33_300, mode: 'sandbox' },
  ])
  await settle(server.services)
  await payOut(server.services)
})
afterAll(() => server.close())

const list = async (mode: 'live' | 'sandbox' = 'live') =>
  (await server.call('settlementList', { params: { merchantId }, as: 'ownerA', mode })).body.results
const paid = async (at: number) => {
  const settlement = (await list()).filter(({ status }) => status === 'paid')[at]
  if (!settlement) throw new Error('five paid settlements')
  return settlement
}
type Bank = { amount: number; on: string | null } | null
const claim = (settlementId: string, bank: Bank, { as = 'editorA', mode = 'live' }: { as?: Persona; mode?: 'live' | 'sandbox' } = {}) =>
  server.call('settlementClaimOpen', { params: { merchantId, settlementId }, body: { bank, note: 'Falta dinero' }, as, mode })
const close = (settlementId: string, claimId: string, as: Persona = 'ownerA') =>
  server.call('settlementClaimClose', { params: { merchantId, settlementId }, body: { claim: claimId }, as })
const view = async (settlementId: string) =>
  (await server.call('settlementDetail', { params: { merchantId, settlementId }, as: 'ownerA' })).body
const work = async () => (await server.call('inboxList', { params: { merchantId }, as: 'adminA' })).body
const waiting = () => waitingClaims(server.services.database)
const answer = (id: string, words: string) =>
  atTerminal(server.services.database, (db, by) => answerClaim(db, uuidOf(id) ?? '', words, { by, now: server.services.now() }))

it('is opened by the shop with evidence, answered by the provider, and closed by the shop', async () => {
  const settlement = await paid(0)
  const { status, body } = await claim(settlement.id, { amount: settlement.netAmount - 250, on: '2026-11-17' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    about: 'bank',
    state: 'open',
    difference: -250,
    openedBy: 'Edurne Sáez',
    note: 'Falta dinero',
    answer: null,
  })
  expect((await view(settlement.id)).claim).toEqual(body)

  const [waitingClaim, ...others] = await waiting()
  expect(others).toEqual([])
  expect(waitingClaim).toMatchObject({
    reference: settlement.reference,
    difference_cents: -250n,
    bank_on: '2026-11-17',
    note: 'Falta dinero',
  })
  expect(waitingClaim?.evidence).toMatchObject({
    settlement: { id: settlement.id, netAmount: settlement.netAmount },
    linesNet: settlement.netAmount,
  })
  const evidence = await claimEvidence(server.services.database, uuidOf(body.id) ?? '')
  let file = ''
  for await (const piece of evidence?.lines ?? []) file += piece
  const rows = file.split('\r\n').filter((line) => line.includes(settlement.reference))
  expect(rows).toHaveLength(settlement.lineCount)
  // Nothing to do for the shop until it is answered.
  expect((await work()).items.filter(({ kind }) => kind === 'claim_answered')).toEqual([])

  expect(await answer(body.id, 'Tu banco cobró 2,50 € de comisión.')).toBeNull()
  expect(await answer(body.id, 'Otra vez')).toMatchObject({ type: 'ReviewNotAllowed', why: 'claim' })
  // Nor by a worker that still has its queue entry.
  await server.ownerSql(
    `insert into settlement_claim_queue (claim_id, merchant_id, reference, difference_cents, opened_at) values ($1, $2, 'LIQ-1', -1, now())`,
    [uuidOf(body.id), ids.merchantA1],
  )
  expect(await answer(body.id, 'Otra vez')).toMatchObject({ type: 'ReviewNotAllowed', why: 'claim' })
  expect(await claimEvidence(server.services.database, uuidOf(body.id) ?? '')).toBeUndefined()
  await server.ownerSql('delete from settlement_claim_queue')
  expect(await waiting()).toEqual([])
  expect((await view(settlement.id)).claim).toMatchObject({ state: 'answered', answer: 'Tu banco cobró 2,50 € de comisión.' })
  expect((await work()).items.filter(({ kind }) => kind === 'claim_answered')).toMatchObject([
    { objectId: settlement.id, subject: settlement.reference, amount: -250 },
  ])
  const notices = await server.call('notificationList', { as: 'editorA' })
  expect(notices.body.results.filter(({ type }) => type === 'settlement_claim_answered')).toHaveLength(1)

  expect((await close(settlement.id, body.id)).body).toMatchObject({ state: 'closed', closedBy: expect.stringMatching(/\S/) })
  const after = await work()
  expect(after.items.filter(({ kind }) => kind === 'claim_answered')).toEqual([])
  expect(after.solved.filter(({ kind }) => kind === 'claim_answered')).toMatchObject([{ way: 'person', amount: -250 }])
  // Closing a closed claim changes nothing, and a new claim may be opened.
  expect((await close(settlement.id, body.id, 'editorA')).body).toEqual((await view(settlement.id)).claim)
  expect((await claim(settlement.id, { amount: 0, on: null })).body).toMatchObject({ difference: -settlement.netAmount, bankOn: null })

  const trail = await server.ownerSql<{ call: string; role: string }>(
    `select call, role from audit_entries where entity_id = $1 and outcome = 'done' and (call like 'settlementClaim%' or call like 'operator.%') order by at, seq`,
    [uuidOf(settlement.id)],
  )
  expect(trail.map(({ call, role }) => `${call} ${role}`)).toEqual([
    'settlementClaimOpen editor',
    'operator.answer-claim operator',
    'settlementClaimClose owner',
    'settlementClaimOpen editor',
  ])
})

it('is opened once by concurrent requests, and can be withdrawn before an answer', async () => {
  const { id, netAmount } = await paid(1)
  const bank = { amount: netAmount + 1, on: '2026-11-18' }
  const answers = await Promise.all([claim(id, bank), claim(id, bank, { as: 'adminA' }), claim(id, bank, { as: 'ownerA' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const { claim: standing } = await view(id)
  expect(standing).toMatchObject({ difference: 1, state: 'open' })
  expect((await close(id, standing?.id ?? '')).body).toMatchObject({ state: 'closed', answer: null })
  expect(await server.ownerSql('select from settlement_claim_queue where claim_id = $1', [uuidOf(standing?.id ?? '')])).toEqual([])
  expect(await answer(standing?.id ?? '', 'Tarde')).toMatchObject({ type: 'ReviewNotAllowed', why: 'claim' })
  expect((await view(id)).claim).toMatchObject({ state: 'closed', answer: null })
})

it('closing affects the given claim, never a newer one', async () => {
  const { id, netAmount } = await paid(1)
  const seen = (await claim(id, { amount: netAmount - 1, on: '2026-11-17' })).body
  await close(id, seen.id, 'adminA')
  const since = (await claim(id, { amount: netAmount - 2, on: '2026-11-17' })).body
  expect((await close(id, seen.id)).body).toMatchObject({ id: seen.id, state: 'closed' })
  expect((await view(id)).claim).toMatchObject({ id: since.id, state: 'open' })
  await close(id, since.id)
})

it('is opened again to contest the answer, which closes the answered one', async () => {
  const { id, netAmount } = await paid(4)
  const bank = { amount: netAmount - 500, on: '2026-11-17' }
  const first = (await claim(id, bank)).body
  const disagree = (claimed: Bank, disagrees: string) =>
    server.call('settlementClaimOpen', {
      params: { merchantId, settlementId: id },
      body: { bank: claimed, note: 'Sigue faltando', disagrees },
      as: 'editorA',
    })
  // A claim without an answer cannot be contested, and a refused one leaves the answered one open.
  expect((await disagree(bank, first.id)).error?.type).toBe('ClaimNotAllowed')
  await answer(first.id, 'Tu banco cobró 5 € de comisión.')
  expect((await disagree({ amount: netAmount, on: '2026-11-17' }, first.id)).status).toBe(400)
  expect((await view(id)).claim).toMatchObject({ id: first.id, state: 'answered' })
  const second = (await disagree(bank, first.id)).body
  expect(second).toMatchObject({ state: 'open', note: 'Sigue faltando' })
  expect((await view(id)).claim).toEqual(second)
  expect((await close(id, first.id)).body).toMatchObject({ state: 'closed', answer: 'Tu banco cobró 5 € de comisión.' })
  expect((await waiting()).map((one) => hexOf(one.id))).toContain(second.id)
})

it('can be about lines that do not add up to the settlement’s amount', async () => {
  const { id, netAmount } = await paid(2)
  expect((await claim(id, null)).error?.fields).toMatchObject([{ name: 'bank', code: 'claim_nothing' }])
  const tamper = (by: number) =>
    server.ownerSql(
      `update settlement_lines set gross_cents = gross_cents + $2, net_cents = net_cents + $2 where id = (select id from settlement_lines where settlement_id = $1 and kind <> 'vat_rounding' order by id limit 1)`,
      [uuidOf(id), by],
    )
  await tamper(7)
  expect(await view(id)).toMatchObject({ netAmount, linesNet: netAmount + 7 })
  expect((await claim(id, null)).body).toMatchObject({ about: 'lines', difference: -7, bankAmount: null })
  await tamper(-7)
  // The evidence keeps the state in which it was opened.
  expect((await waiting()).find(({ about }) => about === 'lines')?.evidence).toMatchObject({ linesNet: netAmount + 7 })
})

it('a settlement counts its lines with a subsidy, and can filter by them', async () => {
  const { id, lineCount } = await paid(4)
  const params = { merchantId, settlementId: id }
  const shown = async (query: { subsidised?: 'yes' }) =>
    (await server.call('settlementLines', { params, query, as: 'ownerA' })).body.results.map((line) => line.subsidyAmount)
  const subsidise = (by: number) =>
    server.ownerSql(
      `update settlement_lines set subsidy_cents = subsidy_cents + $2, net_cents = net_cents - $2 where id = (select id from settlement_lines where settlement_id = $1 order by id limit 1)`,
      [uuidOf(id), by],
    )
  expect([(await view(id)).subsidisedCount, await shown({ subsidised: 'yes' })]).toEqual([0, []])
  await subsidise(9)
  expect([(await view(id)).subsidisedCount, await shown({ subsidised: 'yes' })]).toEqual([1, [9]])
  expect(await shown({})).toHaveLength(lineCount)
  await subsidise(-9)
})

it('is refused without a difference, before payment, in test mode and for another shop', async () => {
  const { id, netAmount } = await paid(3)
  const unpaid = (await list()).find(({ status }) => status === 'compensated')
  const [test] = await list('sandbox')
  if (!unpaid || !test) throw new Error('one of each')
  const less = { amount: netAmount - 1, on: '2026-11-17' }
  const why = async (...asked: Parameters<typeof claim>) => (await claim(...asked)).error?.type
  expect((await claim(id, { amount: netAmount, on: '2026-11-17' })).error?.fields).toMatchObject([{ code: 'claim_nothing' }])
  expect(await why(id, { ...less, on: '2026-11-19' })).toBe('ApiValidationException')
  expect(await why(id, { ...less, on: null })).toBe('ApiValidationException')
  expect(await why(id, { amount: 0, on: '2026-11-17' })).toBe('ApiValidationException')
  expect(await why(id, { amount: -1, on: '2026-11-17' })).toBe('ApiValidationException')
  expect(await why(unpaid.id, { amount: 1, on: '2026-11-17' })).toBe('ClaimNotAllowed')
  const inTest = await claim(test.id, { amount: 1, on: '2026-11-17' }, { mode: 'sandbox' })
  expect([inTest.error?.type, inTest.error?.message]).toEqual(['ClaimNotAllowed', text('errors.ClaimNotAllowed.test')])
  expect(await why(test.id, less)).toBe('ObjectNotFoundException')
  expect(await why(id, less, { as: 'guestA' })).toBe('PermissionDenied')
  expect(await why(id, less, { as: 'ownerB' })).toBe('ObjectNotFoundException')
  expect((await close(id, id)).error?.type).toBe('ObjectNotFoundException')
  expect((await close(id, id, 'guestA')).error?.type).toBe('PermissionDenied')
  expect((await view(id)).claim).toBeNull()
})
