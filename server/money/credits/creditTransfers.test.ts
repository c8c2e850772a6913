import { afterAll, beforeAll, expect, it } from 'vitest'
import { providerEventMessage } from '#contract/provider/eventMessages'
import { readStatusFile } from '#domain/money/bankStatus/readStatusFile'
import { spanishIban } from '#domain/money/iban'
import { madridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { providerEventTypes } from '#domain/provider/events'
import { toCamel, uuidOf } from '../../platform/calls/wire.ts'
import { dataOf, type WrittenEvent } from '../../provider/events/facts.ts'
import { addStaff } from '../../testing/provider/testStaff.ts'
import { type CreditFixture, startCreditFixture } from '../../testing/credits/creditFixture.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { applyBankFiles } from '../../provider/bankFiles/applyFiles.ts'
import { receiveFile } from '../../provider/bankFiles/store.ts'
import { fileTransfers } from '../payments/fileBank.ts'
import { accountFile } from '../payments/simulatedBankFiles.ts'
import { transferCredits } from './creditTransfers.ts'
import { bookRefundNews } from './payCredits.ts'
import { ids } from '../../testing/testFixture.ts'

let fixture: CreditFixture
beforeAll(async () => {
  fixture = await startCreditFixture()
  fixture.server.stopClock()
})
afterAll(() => fixture.close())

const hour = 3_600_000
const right = spanishIban('2100', '0418', '0200051332')
/** An account at a bank that does not exist: the transfer comes back the day after. */
const closed = 'PT42999004180200051332123'

/** A credit of 40,00 € that no card takes. */
async function refused(): Promise<{ operationId: string; creditId: string }> {
  const operationId = await fixture.sold()
  await fixture.cancel(operationId)
  fixture.cards.answers(() => 'never')
  await fixture.work()
  fixture.cards.answers(() => 'succeeded')
  const { id, state } = await fixture.credit(operationId)
  expect(state).toBe('needs_account')
  return { operationId, creditId: id }
}
const bearer = (creditId: string, generation: number) => ({
  authorization: `Bearer ${fixture.server.services.tokens.linkOf('credit', creditId, generation)}`,
})
const params = (creditId: string) => ({ creditId: creditId.replaceAll('-', '') })
const give = (creditId: string, generation: number, iban = right, holderName = 'Ana García') =>
  fixture.server.call('customerCreditAccount', {
    params: params(creditId),
    headers: bearer(creditId, generation),
    body: { iban, holderName },
  })

/** The events of a credit, in order, each of them as its schema says and without data of the customer. */
async function emailsAbout(creditId: string): Promise<string[]> {
  const events = await fixture.server.ownerSql<WrittenEvent>(
    'select type, account_id, merchant_id, mode, object_id, data from provider_deliveries where object_id = $1 order by happened_at, queued_at, id',
    [creditId],
  )
  const reported: string[] = []
  for (const event of events) {
    const data = await dataOf(fixture.services.database, event)
    const message = toCamel({ type: event.type, timestamp: '2026-11-18T08:00:00Z', data: JSON.parse(JSON.stringify(data)) })
    expect(providerEventMessage(event.type).safeParse(message).error?.issues ?? []).toEqual([])
    expect(JSON.stringify(data)).not.toMatch(/ES\d\d|PT\d\d|Ana|García/)
    reported.push([event.type, event.data.amount, event.data.kind, event.data.reason].filter((part) => part != null).join(' '))
  }
  return reported
}

it('transfers to the account that the customer gives by their link, once', async () => {
  const { operationId, creditId } = await refused()
  const view = await fixture.server.call('customerCreditView', { params: params(creditId), headers: bearer(creditId, 1) })
  expect(view.body).toMatchObject({ amount: 4_000, state: 'asked', accountLast4: null })
  const wrong = await give(creditId, 1, 'ES91 2100 0418 4502 0005 1333', '')
  expect(wrong.error.fields?.map(({ name, code }) => `${name} ${code}`)).toEqual(['iban check', 'holder_name required'])
  for (const generation of [0, 2]) expect((await give(creditId, generation)).status).toBe(404)

  const both = await Promise.all([give(creditId, 1), give(creditId, 1)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'transferring', under_way: 4_000, task_since: null })
  await fixture.work()
  fixture.server.moveClock(96 * hour)
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'paid', paid: 4_000, under_way: 0 })
  expect(fixture.bank.entries().map(({ amountCents, iban, received }) => [amountCents, iban, received])).toEqual([[4_000, right, 1]])
  const after = await fixture.server.call('customerCreditView', { params: params(creditId), headers: bearer(creditId, 1) })
  expect(after.body).toMatchObject({ state: 'paid', accountLast4: right.slice(-4) })
  expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
})

it('is paid, and owed again, by what files of the bank say of its transfer', async () => {
  const { operationId, creditId } = await refused()
  await give(creditId, 1)
  const { services, ownerSql } = fixture.server
  const transfers = fileTransfers(services.database, { iban: fixture.bank.iban, folder: null })
  const send = () => transferCredits({ ...services, payments: { transfers } })
  await send()
  await ownerSql(`update credit_transfer_queue set ask_at = '-infinity'`)
  await send()
  const files = await ownerSql<{ xml: string }>(`select xml from payout_files where handed_at is not null`)
  expect(files.length).toBe(1)
  const reference = /<EndToEndId>([^<]*)</.exec(files[0]?.xml ?? '')?.[1] ?? ''
  const read = async (outcome: 'executed' | 'returned') => {
    const on = madridDay(services.now())
    const orders = [{ kind: 'transfer', reference, amountCents: cents(4_000), outcome, code: 'AC01' }] as const
    const account = { format: 'camt.054', version: 2, messageId: outcome, at: services.now(), iban: fixture.bank.iban, on } as const
    const bytes = Buffer.from(accountFile({ ...account, orders }))
    const file = readStatusFile(bytes, [fixture.bank.iban])
    await receiveFile(services, { name: outcome, bytes, from: { source: 'folder' } }, file, services.now())
    await applyBankFiles(services)
    await send()
    return fixture.credit(operationId)
  }
  expect(await read('executed')).toMatchObject({ state: 'paid', paid: 4_000, under_way: 0 })
  expect(await read('returned')).toMatchObject({ state: 'needs_account', paid: 0, under_way: 0 })
  expect(await ownerSql('select from credit_transfer_queue where reference = $1', [reference])).toEqual([])
  expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
})

it('owes again what the bank returns, and asks for another account with a new link', async () => {
  const { server } = fixture
  await server.ownerSql(
    `insert into provider_endpoints (id, mode, url, events, secret, created_at, created_by) values (gen_random_uuid(), 'live', 'https://erp.example', $1, 'x', now(), $2)`,
    [providerEventTypes.filter((type) => type.startsWith('credit.')), (await addStaff(server, ['admin'])).staffId],
  )
  const { operationId, creditId } = await refused()
  expect((await give(creditId, 1, closed)).status).toBe(200)
  await fixture.work()
  for (let day = 0; day < 6; day += 1) {
    fixture.server.moveClock(24 * hour)
    await fixture.work()
  }
  expect(await fixture.credit(operationId)).toMatchObject({
    state: 'needs_account',
    paid: 0,
    under_way: 0,
    link_generation: 2,
    task_since: expect.any(Date),
  })
  expect((await give(creditId, 1)).status).toBe(404)
  expect((await give(creditId, 2)).status).toBe(200)
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'transferring', task_since: null })
  // The clock stands still between some of them.
  expect((await emailsAbout(creditId)).toSorted()).toEqual([
    'credit.account_needed 4000',
    'credit.account_needed 4000',
    'credit.opened 4000',
    'credit.paid 4000 transfer',
    'credit.returned 4000 transfer AC04',
    'credit.sent 4000 transfer',
  ])
  expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
})

it('sends a transfer once, whatever requests and answers of the bank are lost', async () => {
  const { operationId, creditId } = await refused()
  await give(creditId, 1)
  const sequence = ['lost', 'none', 'late', 'none', 'twice', 'none', 'none'] as const
  let nth = 0
  fixture.trouble(() => sequence[nth++ % sequence.length] ?? 'none')
  for (let round = 0; round < 12; round += 1) {
    fixture.server.moveClock(24 * hour)
    await fixture.work()
  }
  fixture.trouble(() => 'none')
  fixture.server.moveClock(24 * hour)
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'paid', paid: 4_000 })
  const [payment] = (await fixture.payments(operationId)).filter(({ kind }) => kind === 'transfer')
  const [{ reference } = { reference: '' }] = await fixture.server.ownerSql<{ reference: string }>(
    'select reference from credit_payments where id = $1',
    [payment?.id],
  )
  expect(fixture.bank.entries().filter(({ endToEndId }) => endToEndId === reference)).toHaveLength(1)
})

it('owes again what a card gives back after it had taken it, and forgets only what stays paid', async () => {
  const operationId = await fixture.sold({ paid: 1 })
  await fixture.cancel(operationId)
  await fixture.work()
  const [payment] = await fixture.payments(operationId)
  const refund = fixture.cards.refunds.get(payment?.id ?? '')
  if (refund) refund.answer = { state: 'declined', reference: 'back', retry: 'other_card', code: 'expired_card' }
  const place = { merchantId: ids.merchantA1, mode: 'live' as const, operationId: uuidOf(operationId) ?? '' }
  const news = { id: payment?.id ?? '', place }
  expect([await bookRefundNews(fixture.services, news), await bookRefundNews(fixture.services, { ...news, id: ids.accountA })]).toEqual([
    true,
    false,
  ])
  expect(await bookRefundNews(fixture.services, news)).toBe(true)
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'needs_account', paid: 0, under_way: 0 })
  const other = await fixture.sold({ paid: 1 })
  await fixture.cancel(other)
  await fixture.work()
  fixture.server.moveClock(32 * 24 * hour)
  await fixture.work()
  expect([(await fixture.credit(other)).due_at, (await fixture.credit(operationId)).link_generation]).toEqual([null, 1])
  expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
})
