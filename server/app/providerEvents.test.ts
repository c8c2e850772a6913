import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsoleCallName } from '#contract/consoleApi'
import { providerEventMessage } from '#contract/provider/eventMessages'
import { addDays, madridDay } from '#domain/platform/dates'
import { providerEventTypes, type ProviderEventType } from '#domain/provider/events'
import type { PaperType } from '#domain/merchants/company/papers'
import { readAccount } from '../merchants/company/account.ts'
import { storePaper } from '../merchants/company/documents.ts'
import { announceDebits } from '../money/debits/announceDebits.ts'
import { bookDebit, cancelDebit, lockDebt, returnDebit } from '../money/debits/debits.ts'
import { payOut } from '../money/payouts/payOut.ts'
import { returnPayout } from '../money/payouts/returnPayout.ts'
import { settle } from '../money/settlements/settle.ts'
import { hexOf, toCamel, uuidOf } from '../platform/calls/wire.ts'
import { mintScope } from '../platform/database/scope.ts'
import { beginSale } from '../testing/checkout/testSale.ts'
import { newAccount, submitted } from '../testing/onboarding/testOnboarding.ts'
import { disputeFixture } from '../testing/disputes/disputeFixture.ts'
import { writeOperation } from '../testing/operations/testOperations.ts'
import { sendOutbox } from '../testing/outbox/sendOutbox.ts'
import { addStaff, callConsole, type TestConsoleCall, type TestStaff } from '../testing/provider/testStaff.ts'
import { writeSales } from '../testing/settlements/testSales.ts'
import { ids } from '../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../testing/testServices.ts'

// Every type of event for the provider's own systems, by what causes it, against its schema.
let server: TestServer
let everyRole: TestStaff
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T08:00:00Z'), proved: false })
  server.services.config.console.secondPerson = false
  everyRole = await addStaff(server, ['support', 'reviewer', 'finance', 'risk', 'admin'])
})
afterAll(() => server.close())

const make = async <N extends ConsoleCallName>(name: N, call: TestConsoleCall<N>) => {
  const answer = await callConsole(server, name, { as: everyRole, ...call })
  if (answer.status >= 300 || answer.status === 202) throw new Error(`${name}: ${answer.status} ${answer.raw}`)
  return answer.body
}
const listen = () => make('providerEndpointCreate', { body: { mode: 'live', url: 'https://erp.example', events: [...providerEventTypes] } })
const reason = { reason: 'Faltan papeles.' }
const shopA = { accountId: hexOf(ids.accountA), merchantId: hexOf(ids.merchantA1) }
const scope = mintScope(ids.merchantA1, 'live')

/** Uploads a document as if it had been inspected, which takes longer than a test should; returns its file's id. */
async function upload(accountId: string, session: TestSession, type: PaperType): Promise<string> {
  const userId = uuidOf((await server.call('me', { as: session })).body.userId) ?? ''
  const inspected = { kind: 'application/pdf', bytes: Buffer.from('another') } as const
  return server.services.database.write(null, async (db) => {
    const account = await readAccount(db, { accountId })
    const file = { type, side: 'single', name: 'papel.pdf', inspected, userId, link: null, now: server.services.now() } as const
    return (await storePaper(db, account, file)).id
  })
}

/** Application, documents, verdicts; accounts that are created, disabled and ended; a shop that is suspended. */
async function merchants(): Promise<void> {
  for (const approved of [true, false]) {
    const { accountId, session } = await newAccount(server, 'self_employed')
    const merchantId = await submitted(server, session)
    const [first, ...papers] = (await server.call('documentList', { as: session })).body
    const params = { accountId: hexOf(accountId) }
    if (approved) {
      for (const { files } of papers)
        await make('consoleReviewDocument', { params, body: { files: files.map(({ uuid }) => uuid), approved } })
      const files = first?.files.map(({ uuid }) => uuid) ?? []
      await make('consoleReviewDocument', { params, body: { files, approved: false, reason: 'illegible' } })
      const again = await upload(accountId, session, first?.type ?? 'cif')
      await make('consoleReviewDocument', { params, body: { files: [hexOf(again)], approved } })
    }
    await make('consoleReviewShop', { params: { ...params, merchantId }, body: { approved, ...(!approved && reason) } })
  }
  await make('consoleOwnerInvite', {
    body: { email: 'titular@nuevo.test', firstName: 'Eva', lastName: 'Rey', type: 'enterprise', company: 'Rey S.L.', website: '' },
  })
  await make('consoleAccountDisable', { params: { accountId: hexOf(ids.accountB) }, body: reason })
  await make('consoleAccountEnable', { params: { accountId: hexOf(ids.accountB) } })
  await make('consoleShopSuspend', { params: shopA, body: reason })
  await make('consoleShopResume', { params: shopA })
  await server.ownerSql(`update accounts set created_at = '2025-01-01'`)
  const body = { reason: 'ceased', endedOn: madridDay(server.services.now()) } as const
  await make('consoleRelationEnd', { params: { accountId: hexOf(ids.accountC) }, body })
}

/** A sale, a dispute, a settlement with its transfer, and a claim about it. */
async function sales(): Promise<void> {
  await beginSale(server)
  const operationId = await writeOperation(server.database.ownerUrl, { merchantId: ids.merchantA1, substatus: 'payment_process' })
  await make('consoleOperationHold', { params: { ...shopA, operationId }, body: { hold: 'dispute', ...reason } })
  await make('consoleOperationLift', { params: { ...shopA, operationId }, body: reason })
  await server.ownerSql(
    `with account as (insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $1, 'ES7921000813610123456789', 'Núñez', now()) returning id)
     update merchants m set bank_account_id = account.id from account where m.account_id = $1`,
    [ids.accountA],
  )
  await writeSales(server.database.ownerUrl, [{ at: '2026-10-05T10:00:00Z', totalCents: 10_000 }])
  // The other shop owes what it refunded.
  await server.ownerSql(
    `insert into settlement_lines (merchant_id, mode, id, kind, repayment_of, repayment_reference, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
     values ($1, 'live', gen_random_uuid(), 'repayment', 'transfer_back', 'X', -20000, 0, 0, 0, -20000, '2026-10-05T10:00:00Z', '2026-10-06')`,
    [ids.merchantA2],
  )
  await settle(server.services)
  await payOut(server.services)
  const { results } = (await server.call('settlementList', { params: shopA, as: 'ownerA' })).body
  const params = { merchantId: shopA.merchantId, settlementId: results.find(({ status }) => status === 'paid')?.id ?? '' }
  const { body } = await server.call('settlementClaimOpen', {
    params,
    body: { bank: { amount: 1, on: '2026-11-17' }, note: 'Falta' },
    as: 'ownerA',
  })
  await make('consoleClaimAnswer', { params: { claimId: body.id }, body: { answer: 'Llega mañana.' } })
  await server.call('settlementClaimClose', { params, body: { claim: body.id }, as: 'ownerA' })
  const [paid] = await server.ownerSql<{ id: string; reference: string }>('select settlement_id as id, reference from payouts')
  if (!paid) throw new Error('a payout')
  const now = server.services.now()
  const transfer = { ...paid, merchant_id: ids.merchantA1, message_id: '' } as never as Parameters<typeof returnPayout>[2] // what it uses
  await server.services.database.write(scope, (db) => returnPayout(db, scope, transfer, { at: now, code: 'AC04', now }))
}

/** Card disputes: an inquiry that ends without effect, one that is won, one that the shop does not contest. */
async function cardDisputes(): Promise<void> {
  const fixture = disputeFixture(server)
  for (const [isInquiry, accepts] of [
    [true, false],
    [false, false],
    [false, true],
  ] as const) {
    const operationId = await fixture.sold()
    await fixture.notify(operationId, await fixture.dispute(operationId, { isInquiry }))
    const disputeId = (await fixture.paramsOf(operationId)).disputeId
    if (accepts) await make('consoleDisputeAccept', { params: { disputeId }, body: reason })
    else await make('consoleDisputeSubmit', { params: { disputeId }, body: { note: 'Lo recibió.', soldByRules: true } })
    await fixture.work()
  }
}

/** A debit that is announced and cancelled, and one that is paid and returned. */
async function debits(): Promise<void> {
  const debtor = mintScope(ids.merchantA2, 'live')
  const now = server.services.now()
  await server.ownerSql(
    `with signed as (insert into debit_mandates (merchant_id, mode, id, reference, bank_account_id, iban, debtor_name, creditor_id, creditor_name, creditor_address, place, wording, signed_at, signer_name)
       select m.id, 'live', gen_random_uuid(), 'MAN-1', b.id, b.iban, b.holder_name, 'ES00', 'Crédito', 'Calle 1', 'Lugo', '…', '2026-09-01', 'Eva Mora'
       from merchants m join bank_accounts b on b.id = m.bank_account_id where m.id = $1 returning id)
     insert into debits (merchant_id, mode, id, reference, mandate_id, debt_since, announced_cents, charged_cents, due_on, announced_at, sent_at, state)
       select $1, 'live', gen_random_uuid(), 'ADE-1', signed.id, '2026-09-01', 5000, 5000, $2, $3, $3, 'sent' from signed`,
    [ids.merchantA2, addDays(madridDay(now), -1), now],
  )
  await server.services.database.write(debtor, async (db) => {
    await lockDebt(db, debtor)
    await bookDebit(db, debtor, 'ADE-1', { at: now, now })
    await returnDebit(db, debtor, 'ADE-1', { at: now, code: 'AM04', now })
  })
  await server.ownerSql(`insert into debit_runs (merchant_id, look_at) values ($1, '-infinity') on conflict do nothing`, [ids.merchantA2])
  await announceDebits(server.services)
  await server.services.database.write(debtor, async (db) => {
    await lockDebt(db, debtor)
    await cancelDebit(db, debtor, now)
  })
}

type Message = { type: ProviderEventType }
/** What arrives at the address. */
async function arrived(): Promise<{ message: Message; body: string }[]> {
  const bodies: string[] = []
  const send = async ({ body }: { body?: string | Uint8Array }) => {
    bodies.push(String(body))
    return { ms: 1, status: 200, body: '' } as never // nothing else is read of the answer
  }
  await sendOutbox({ ...server.services, outbound: { ...server.services.outbound, send } }, 'provider_event')
  return bodies.map((body) => ({ body, message: toCamel(JSON.parse(body)) as Message }))
}

it('is sent for every fact that it stands for, as its schema says, and without data of customers', async () => {
  await listen()
  await merchants()
  await sales()
  await cardDisputes()
  await debits()
  const messages = await arrived()
  const wrong = messages.flatMap(({ message, body }) => {
    const { success, error } = providerEventMessage(message.type).safeParse(message)
    return success ? [] : [`${body}: ${JSON.stringify(error.issues)}`]
  })
  expect(wrong).toEqual([])
  const types = new Set(messages.map(({ message }) => message.type))
  // Those of operations are caused by one function, and those of credits in money/credits, with tests of their own.
  const elsewhere = (type: ProviderEventType) => type.startsWith('operation.') || type.startsWith('credit.')
  expect(providerEventTypes.filter((type) => !elsewhere(type) && !types.has(type))).toEqual([])
  expect([...types].filter((type) => type.startsWith('operation.'))).toEqual(
    expect.arrayContaining(['operation.created', 'operation.suspended', 'operation.resumed']),
  )
  expect(messages.map(({ body }) => body).join()).not.toMatch(/@|Ana|Mora|612345678/)
})
