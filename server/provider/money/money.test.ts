import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from '../../platform/calls/messages.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { payOut } from '../../money/payouts/payOut.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { writeSales } from '../../testing/settlements/testSales.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { prove } from './prove.ts'

// The provider's money in its console, over all shops: settled by hand, handed in by hand, returned by the bank and sent again by two people; a debt and
// the transfer that pays it; the ledger by day; the proof of all books.
let server: TestServer
let fina: TestStaff
let flor: TestStaff
let support: TestStaff
/** The bank returns transfers to the first account the day after. */
const [returning, present] = ['ES3299900001300000000001', 'ES7921000813610123456789']
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T08:00:00Z'), proved: false, worded: true })
  server.stopClock()
  fina = await addStaff(server, ['finance'], { firstName: 'Fina', lastName: 'Roca' })
  flor = await addStaff(server, ['finance'])
  support = await addStaff(server, ['support'])
  await server.ownerSql(
    `with b as (insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $1, $2, 'Comercial Núñez', now()) returning id)
     update merchants set bank_account_id = b.id from b where account_id = $1`,
    [ids.accountA, returning],
  )
  await writeSales(server.database.ownerUrl, [
    { at: '2026-11-16T10:00:00Z', totalCents: 60_000 },
    { at: '2026-11-16T11:00:00Z', totalCents: 50_000, refundCents: 50_000, refundAt: '2026-11-17T10:00:00Z', merchantId: ids.merchantA2 },
  ])
})
afterAll(() => server.close())

const confirmed = async (answer: { status: number; body: { confirmation?: { id: string } } }, as: TestStaff) => {
  expect(answer.status).toBe(202)
  const { status } = await callConsole(server, 'staffConfirmationConfirm', {
    as,
    params: { confirmationId: answer.body.confirmation?.id ?? '' },
  })
  return status
}
const list = async (query: { payout?: 'waiting' | 'in_file' | 'sent' | 'paid' | 'returned'; search?: string } = {}) =>
  (await callConsole(server, 'consoleSettlementList', { as: support, query: { paid: 'yes', ...query } })).body.results
/** The bank's work on a day. */
const bankWorks = (at: string) => payOut({ ...server.services, now: () => new Date(at) })

it('settles by hand what a dry run shows, for finance alone', async () => {
  const { body: dry } = await callConsole(server, 'consoleSettlementDryRun', { as: support })
  expect(dry.settlements.map(({ shop, valueOn }) => [shop.merchantId, valueOn])).toContainEqual([hexOf(ids.merchantA1), '2026-11-17'])
  expect(await server.ownerSql('select from settlements')).toEqual([])
  expect((await callConsole(server, 'consoleSettlementRun', { as: support, body: {} })).status).toBe(403)
  const future = await callConsole(server, 'consoleSettlementRun', { as: fina, body: { on: '2026-11-19' } })
  expect([future.status, future.error.type]).toEqual([400, 'ApiValidationException'])
  const { body: run } = await callConsole(server, 'consoleSettlementRun', { as: fina, body: {} })
  expect(run).toMatchObject({ failed: 0, complete: true })
  expect(run.settlements).toBeGreaterThanOrEqual(2)
  const { body } = await callConsole(server, 'consoleSettlementDays', { as: support })
  const [row] = await server.ownerSql<{ net: number }>(`select sum(net_cents)::int as net from settlements where value_on = '2026-11-17'`)
  expect(body.days.find(({ on }) => on === '2026-11-17')).toMatchObject({ netAmount: row?.net })
  expect([body.failures, body.due]).toEqual([[], 0])
})

it('says which shop could not be settled, until it can', async () => {
  await server.ownerSql(
    `update settlement_runs set settled_until = '-infinity', failed_at = now(), failure = 'Error 23514' where merchant_id = $1 and mode = 'live'`,
    [ids.merchantB1],
  )
  const failures = async () => (await callConsole(server, 'consoleSettlementDays', { as: support })).body.failures
  expect(await failures()).toMatchObject([{ shop: { merchantId: hexOf(ids.merchantB1) }, error: 'Error 23514' }])
  await callConsole(server, 'consoleSettlementRun', { as: fina, body: {} })
  expect(await failures()).toEqual([])
})

it('finds settlements by the beginning of a reference, by what was sent again of it, and by words of the shop’s name', async () => {
  const [payout] = await list()
  const reference = payout?.reference ?? ''
  for (const search of [reference, `${reference.toLowerCase()}-3`, reference.slice(0, 8)])
    expect((await list({ search })).map(({ id }) => id)).toContain(payout?.id)
  expect((await list({ search: 'gran VIA' })).map(({ shop }) => shop.name)).toEqual(['Tienda Gran Vía'])
  expect(await list({ search: '%' })).toEqual([])
})

it('makes a file by hand with a second person, which the bank gets once', async () => {
  const before = await list()
  expect(before.length).toBeGreaterThan(0)
  expect(new Set(before.map(({ payout }) => payout?.state))).toEqual(new Set(['waiting']))
  const answer = await callConsole(server, 'consolePayoutFileMake', { as: fina })
  expect((await list({ payout: 'waiting' })).length).toBe(before.length)
  const { body: waiting } = await callConsole(server, 'staffConfirmationList', { as: flor })
  const total = before.reduce((all, { netAmount }) => all + netAmount, 0)
  expect(waiting).toMatchObject({ pending: [{ before: { payments: before.length, totalCents: total }, after: { payments: 0 } }] })
  expect(await confirmed(answer, flor)).toBeLessThan(300)
  const { body: files } = await callConsole(server, 'consolePayoutFileList', { as: support })
  expect(files).toMatchObject({
    results: [{ transfers: before.length, totalAmount: total, madeBy: 'Fina Roca', acceptedAt: null }],
    waiting: { count: 0 },
  })
  const params = { fileId: files.results[0]?.id ?? '' }
  expect((await callConsole(server, 'consolePayoutFile', { as: support, params })).status).toBe(403)
  const { raw } = await callConsole(server, 'consolePayoutFile', { as: fina, params })
  for (const { payout } of before) expect(raw).toContain(`<EndToEndId>${payout?.reference}</EndToEndId>`)
  expect((await list({ payout: 'sent' })).every(({ payout }) => payout?.file === params.fileId)).toBe(true)
  // A second file has nothing in it; the bank, asked a quarter of an hour later, did not know this one.
  expect((await callConsole(server, 'consolePayoutFileMake', { as: fina })).error.type).toBe('ProviderActionNotAllowed')
  await bankWorks('2026-11-18T08:01:00Z')
  expect((await callConsole(server, 'consolePayoutFileList', { as: fina })).body.results[0]?.acceptedAt).toBeNull()
  await bankWorks('2026-11-18T08:16:00Z')
  expect((await callConsole(server, 'consolePayoutFileList', { as: fina })).body).toMatchObject({
    results: [{ id: params.fileId, acceptedAt: '2026-11-18T08:16:00.000Z' }],
  })
})

it('sends a returned payment again once, by two people who see both accounts', async () => {
  for (const at of ['2026-11-18T10:00:00Z', '2026-11-19T10:00:00Z', '2026-11-20T12:00:00Z']) await bankWorks(at)
  const [returned] = await list({ payout: 'returned' })
  expect(returned?.payout).toMatchObject({ returned: { code: 'AC04', why: 'closed' }, ibanLast4: '0001' })
  const params = { merchantId: returned?.shop.merchantId ?? '', settlementId: returned?.id ?? '' }
  const { body: work } = await callConsole(server, 'consoleWork', { as: fina, query: { kind: 'payout_returned' } })
  expect(work.items).toContainEqual(expect.objectContaining({ id: params.settlementId, merchantId: params.merchantId }))
  await server.ownerSql(`update bank_accounts set iban = $1 where state = 'active' and account_id = $2`, [present, ids.accountA])
  expect((await callConsole(server, 'consolePayAgain', { as: support, params })).status).toBe(403)
  const [first, twice] = [
    await callConsole(server, 'consolePayAgain', { as: fina, params }),
    await callConsole(server, 'consolePayAgain', { as: flor, params }),
  ]
  expect((await list({ payout: 'returned', search: returned?.reference ?? '' })).length).toBe(1)
  const { body: waiting } = await callConsole(server, 'staffConfirmationList', { as: flor })
  expect(waiting).toMatchObject({
    pending: expect.arrayContaining([
      expect.objectContaining({
        before: expect.objectContaining({ ibanLast4: '0001' }),
        after: expect.objectContaining({ ibanLast4: '6789' }),
      }),
    ]),
  })
  expect(await confirmed(first, flor)).toBeLessThan(300)
  // The other request of the same, and another one: nothing is paid twice.
  expect(await confirmed(twice, fina)).toBe(409)
  const third = await callConsole(server, 'consolePayAgain', { as: fina, params })
  expect([third.status, third.error.message]).toEqual([409, text('errors.PayAgainNotAllowed.standing')])
  const queued = await server.ownerSql<{ reference: string; iban: string }>(
    'select q.reference, p.iban from payout_queue q join payouts p using (reference) where p.settlement_id = $1',
    [uuidOf(params.settlementId)],
  )
  expect(queued).toEqual([{ reference: `${returned?.reference}-2`, iban: present }])
  const acts = await server.ownerSql(`select staff_id, outcome from audit_entries where call = 'operator.pay-again'`)
  expect(acts).toEqual([{ staff_id: fina.staffId, outcome: 'done' }])
})

it('notes by hand what the bank did with a payment, by two people', async () => {
  const [row] = await list({ payout: 'waiting' })
  const params = { merchantId: row?.shop.merchantId ?? '', settlementId: row?.id ?? '' }
  const mark = (body: { outcome: 'executed' | 'returned'; on: string; code?: string }, as = fina) =>
    callConsole(server, 'consolePayoutMark', { as, params, body })
  const state = async () => (await list()).find(({ id }) => id === row?.id)?.payout
  const cash = async () => {
    const [sum] = await server.ownerSql<{ cash: number }>(
      `select coalesce(sum(l.amount_cents), 0)::int as cash from ledger_lines l join ledger_journals j on (j.merchant_id, j.mode, j.id) = (l.merchant_id, l.mode, l.journal_id)
       where j.kind = 'payout' and l.account = 'cash'`,
    )
    return sum?.cash ?? 0
  }
  const before = await cash()
  const executed = { outcome: 'executed', on: '2026-11-18' } as const
  expect((await mark(executed, support)).status).toBe(403)
  expect((await mark({ ...executed, on: '2026-11-19' })).error.type).toBe('ApiValidationException')
  expect((await mark({ outcome: 'returned', on: '2026-11-18' })).error.type).toBe('ApiValidationException')
  const answer = await mark(executed)
  expect((await state())?.state).toBe('waiting')
  const { body: pending } = await callConsole(server, 'staffConfirmationList', { as: flor })
  expect(pending.pending.find(({ call }) => call === 'consolePayoutMark')).toMatchObject({
    params,
    before: { payment: 'pending', amountCents: row?.netAmount },
    after: { payment: 'executed', happenedOn: '2026-11-18' },
  })
  expect(await confirmed(answer, flor)).toBeLessThan(300)
  expect((await state())?.state).toBe('paid')
  expect(await cash()).toBe(before - (row?.netAmount ?? 0))
  // The next file does not have it.
  expect((await callConsole(server, 'consolePayoutFileList', { as: fina })).body.waiting.count).toBe(0)
  const again = await mark(executed)
  expect([again.status, again.error.message]).toEqual([409, text('errors.ProviderActionNotAllowed.payoutState')])
  expect(await confirmed(await mark({ outcome: 'returned', on: '2026-11-18', code: 'ac06' }), flor)).toBeLessThan(300)
  expect(await state()).toMatchObject({ state: 'returned', returned: { code: 'AC06', why: 'blocked' } })
  expect(await cash()).toBe(before)
})

it('names payments that the bank has not answered', async () => {
  const unanswered = async () => (await callConsole(server, 'consoleWork', { as: fina, query: { kind: 'payout_unanswered' } })).body.items
  expect(await unanswered()).toEqual([])
  await server.ownerSql(`update listed_settlements set payout_state = 'sent', sent_at = '2026-11-15T08:00:00Z', value_on = '2026-11-15' where reference = (
    select min(reference) from listed_settlements where payout_state is not null)`)
  expect(await unanswered()).toMatchObject([{ kind: 'payout_unanswered', facts: { amount: expect.any(Number) } }])
  await server.ownerSql(
    `update listed_settlements l set payout_state = p.state, sent_at = p.sent_at, value_on = p.value_on from payouts p where p.settlement_id = l.id`,
  )
})

it('books the transfer that pays a debt once, and undoes one of the wrong shop', async () => {
  const params = { merchantId: hexOf(ids.merchantA2) }
  const debts = async () => (await callConsole(server, 'consoleDebtList', { as: support })).body
  const { results, totals } = await debts()
  expect(results).toMatchObject([{ shop: params, since: '2026-11-18', next: { step: 'sales' } }])
  const owed = results[0]?.owed ?? 0
  expect(totals).toEqual({ count: 1, amount: results[0]?.amount })
  const book = (amount: number, more: { force?: boolean; on?: string } = {}) =>
    callConsole(server, 'consoleTransferBook', {
      as: fina,
      params,
      body: { amount, reference: 'N43-7', on: '2026-11-18', force: false, ...more },
    })
  expect((await book(owed + 1)).error.message).toContain('que es menos')
  expect((await book(owed, { on: '2026-11-19' })).error.type).toBe('ApiValidationException')
  expect((await book(owed)).status).toBe(204)
  expect((await book(1, { force: true })).error.message).toBe(text('errors.ProviderActionNotAllowed.transferBooked'))
  const debt = async () => (await callConsole(server, 'consoleDebt', { as: support, params })).body
  expect(await debt()).toMatchObject({
    debt: { owed: 0, next: { step: 'covered' } },
    transfers: [{ reference: 'N43-7', amount: owed, undone: false }],
  })
  const undo = () => callConsole(server, 'consoleTransferUndo', { as: fina, params, body: { reference: 'N43-7' } })
  expect([(await undo()).status, (await undo()).status]).toEqual([204, 409])
  expect(await debt()).toMatchObject({ debt: { owed }, transfers: [{ undone: true }] })
  const acts = await server.ownerSql<{ call: string; outcome: string; staff_id: string }>(
    `select call, outcome, staff_id from audit_entries where call like 'operator.transfer%' order by account_id, seq`,
  )
  expect(acts.map(({ call, outcome }) => `${call} ${outcome}`)).toContain('operator.transfer-undo done')
  expect(new Set(acts.map(({ staff_id: id }) => id))).toEqual(new Set([fina.staffId]))
})

it('lists a debit and notes its return', async () => {
  await server.ownerSql(
    `insert into listed_debits (merchant_id, id, reference, state, announced_cents, charged_cents, due_on, announced_at)
     values ($1, '01900000-0000-7000-8000-00000000de01', 'ADE-2026-1', 'sent', 900, 800, '2026-11-17', '2026-11-02T08:00:00Z')`,
    [ids.merchantA2],
  )
  const { body } = await callConsole(server, 'consoleDebitList', { as: support, query: { which: 'open', search: 'ade-2026' } })
  expect(body.results).toMatchObject([{ reference: 'ADE-2026-1', state: 'sent', amount: 800 }])
  const give = (code: string) =>
    callConsole(server, 'consoleDebitReturn', { as: fina, params: { debitId: body.results[0]?.id ?? '' }, body: { code } })
  expect((await give('AM')).error.type).toBe('ApiValidationException')
  expect((await give('AM04')).error.message).toBe(text('errors.ProviderActionNotAllowed.noDebit'))
  await server.ownerSql('delete from listed_debits')
})

it('sums the ledger by day, shop and account, down to each journal', async () => {
  const operationId = await writeOperation(server.database.ownerUrl, {
    merchantId: ids.merchantB1,
    substatus: 'payment_process',
    totalCents: 45_000,
  })
  const [{ on = '' } = {}] = await server.ownerSql<{ on: string }>(
    `select (at at time zone 'Europe/Madrid')::date::text as on from ledger_journals where operation_id = $1 and kind = 'capture'`,
    [uuidOf(operationId)],
  )
  const { body: month } = await callConsole(server, 'consoleLedgerMonth', { as: support, query: { month: on } })
  const total = (side: 'debit' | 'credit') => month.sums.reduce((all, sum) => all + sum[side], 0)
  expect(total('debit')).toBe(total('credit'))
  const { body: day } = await callConsole(server, 'consoleLedgerDay', { as: support, params: { day: on } })
  const shop = day.shops.find((one) => one.shop.merchantId === hexOf(ids.merchantB1))
  const { body } = await callConsole(server, 'consoleLedgerJournals', {
    as: support,
    params: { day: on, merchantId: hexOf(ids.merchantB1) },
  })
  const captured = body.journals.find((one) => one.operationId === operationId && one.kind === 'capture')
  expect(shop?.sums).toEqual(expect.arrayContaining((captured?.lines ?? []).map((line) => expect.objectContaining(line))))
  const { raw } = await callConsole(server, 'consoleLedgerExport', { as: support, query: { month: on } })
  expect(raw.split('\r\n')[0]).toContain(text('money.file.account'))
  expect(raw).toContain(text('money.account.fee_income'))
  expect((await callConsole(server, 'consoleLedgerDay', { as: support, params: { day: '2026-02-30' } })).status).toBe(400)
})

it('issues invoices by hand, and gives each as a file', async () => {
  const { body: run } = await callConsole(server, 'consoleInvoicesIssue', { as: fina, body: {} })
  expect(run).toMatchObject({ failed: 0, complete: true })
  await server.ownerSql(
    `insert into invoice_numbers (series, year, last_number, last_issued_on) values ('F', 2026, 7, '2026-11-01') on conflict do nothing`,
  )
  await server.ownerSql(
    `insert into assigned_invoice_numbers (series, year, number, merchant_id, invoice_id, kind, issued_on, period_from, base_cents, vat_cents, exempt_cents, total_cents)
     select 'F', 2026, n, $1, gen_random_uuid(), 'invoice', '2026-11-01', '2026-10-01', 1000, 210, 0, 1210 from generate_series(5, 7) n`,
    [ids.merchantA1],
  )
  const { body: months } = await callConsole(server, 'consoleInvoiceMonths', { as: support })
  expect(months.months).toMatchObject([{ month: '2026-10-01', count: 3, totalAmount: 3_630, vatAmount: 630 }])
  const { body } = await callConsole(server, 'consoleInvoiceList', { as: support, query: { search: 'f-2026-000006' } })
  expect(body).toMatchObject({ results: [{ number: 'F-2026-000006', totalAmount: 1_210 }], sums: { count: 1 } })
  await server.ownerSql('delete from assigned_invoice_numbers')
})

it('proves the books of all shops and all chains in the background, and says what it found', async () => {
  const proofs = async () => (await callConsole(server, 'consoleProofs', { as: support })).body.results
  const proveAll = async () => {
    while ((await prove(server.services)) > 0);
  }
  expect((await callConsole(server, 'consoleProofStart', { as: support })).status).toBe(403)
  for (let times = 0; times < 2; times += 1) expect((await callConsole(server, 'consoleProofStart', { as: fina })).status).toBe(204)
  expect(await proofs()).toMatchObject([{ askedBy: 'Fina Roca', finishedAt: null }])
  await proveAll()
  const [first] = await proofs()
  expect(first?.finishedAt).not.toBeNull()
  expect([first?.shops, first?.accounts].every((count) => (count ?? 0) > 0)).toBe(true)
  // The sales of this test were written without a journal; what they make is found, and nothing else.
  await server.ownerSql(`update ledger_day_entries set amount_cents = amount_cents + 1 where account = 'fee_income' and merchant_id = $1`, [
    ids.merchantB1,
  ])
  server.moveClock(60_000)
  await callConsole(server, 'consoleProofStart', { as: fina })
  await proveAll()
  const [second] = await proofs()
  expect(second?.broken).toContainEqual(
    expect.objectContaining({ about: 'books', what: expect.stringContaining('the days of the ledger') }),
  )
  expect((second?.brokenCount ?? 0) - (first?.brokenCount ?? 0)).toBe(1)
  const { body: work } = await callConsole(server, 'consoleWork', { as: fina, query: { kind: 'proof_broken' } })
  expect(work.items).toMatchObject([{ facts: { count: second?.brokenCount } }])
  expect((await brokenBooks(server.database.ownerUrl)).some((rule) => rule.includes('the days of the ledger'))).toBe(true)
})

it('finds a break of the register of invoices and of a card provider’s day once, whatever the number of shops, and logs the first', async () => {
  // A chain whose last record is gone.
  await server.ownerSql(`insert into invoice_record_chains (issuer_tax_id, last_sequence, last_hash, last_number, last_issued_on, last_recorded_at)
    values ('A00000000', 1, repeat('A', 64), 'F-2026-000001', '2026-11-01', now())`)
  await server.ownerSql(`insert into card_balance_days (provider, day, compared_at, movements) values ('stripe', '2026-11-01', now(), 1)`)
  const events: string[] = []
  const services = { ...server.services, log: (_: unknown, event: string) => void events.push(event) }
  server.moveClock(60_000)
  await callConsole(server, 'consoleProofStart', { as: fina })
  while ((await prove(services)) > 0);
  const [proof] = (await callConsole(server, 'consoleProofs', { as: support })).body.results
  expect(proof?.broken.filter(({ about }) => about === 'register')).toEqual([
    { about: 'register', where: '', what: expect.stringContaining('the register of invoices has no gap') },
  ])
  expect(proof?.broken.filter(({ about }) => about === 'cards')).toEqual([
    { about: 'cards', where: '', what: expect.stringContaining('a day of the card provider is the sum of its movements') },
  ])
  expect(events.filter((event) => event === 'invoice_register_broken')).toHaveLength(1)
  await server.ownerSql('delete from invoice_record_chains')
  await server.ownerSql('delete from card_balance_days')
})
