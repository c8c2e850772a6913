import { afterAll, beforeAll, expect, it } from 'vitest'
import { spanishIban } from '#domain/money/iban'
import { mintScope } from '../platform/database/scope.ts'
import { sql } from '../platform/database/sql.ts'
import { announceDebits } from '../money/debits/announceDebits.ts'
import { debtOf } from '../money/debits/debt.ts'
import { debitFile, type FiledDebit } from '../money/debits/debitFile.ts'
import { cents } from '#domain/platform/money'
import { creditorId } from '#domain/money/directDebit'
import { localDate } from '#domain/platform/dates'
import { receiveTransfer } from '../money/debits/transfers.ts'
import { settle } from '../money/settlements/settle.ts'
import { writeSales } from '../testing/settlements/testSales.ts'
import { text } from '../platform/calls/messages.ts'
import { ids, testPassword, type Persona } from '../testing/testFixture.ts'
import { startTestServer, type As, type TestServer } from '../testing/testServices.ts'
import { refusalReason } from '../testing/refusalReason.ts'
import { hexOf } from '../platform/calls/wire.ts'

let server: TestServer
const merchantId = hexOf(ids.merchantA1)
const params = { merchantId }
const account = '01900000-0000-7000-8000-00000000d001'
const ofOther = '01900000-0000-7000-8000-00000000d002'

beforeAll(async () => {
  // A refund in the previous year leaves a debt that is old by November.
  server = await startTestServer({ now: new Date('2026-11-18T08:00:00Z'), proved: false })
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values ($1, $3, 'ES7921000813610123456789', 'Comercial Núñez', now()), ($2, $4, 'ES9121000418450200051332', 'Otra', now())`,
    [account, ofOther, ids.accountA, ids.accountB],
  )
  await server.ownerSql(`update merchants set bank_account_id = $1 where id = $2`, [account, ids.merchantA1])
  await writeSales(server.database.ownerUrl, [
    { at: '2026-09-01T10:00:00Z', totalCents: 50_000, refundCents: 50_000, refundAt: '2026-10-05T10:00:00Z' },
    { at: '2026-10-05T10:00:00Z', totalCents: 33_300, mode: 'sandbox' },
  ])
  await settle(server.services)
})
afterAll(() => server.close())

const view = async (as: As = 'ownerA', mode: 'live' | 'sandbox' = 'live') => (await server.call('debtView', { params, as, mode })).body
const sign = (as: As, options: { account?: string; mode?: 'live' | 'sandbox' } = {}) =>
  server.call('mandateSign', {
    params,
    body: { account: hexOf(options.account ?? account), place: 'Valencia' },
    as,
    ...(options.mode && { mode: options.mode }),
  })
const stepUp = (as: As) => server.call('meStepUp', { body: { password: testPassword }, as })
const kinds = async (as: Persona) => (await server.call('inboxList', { params, as })).body.items.map(({ kind }) => kind)

it('shows the shop’s debt, since when, and how to pay it, to members who may see it', async () => {
  const debt = await view('editorA')
  expect(debt).toMatchObject({
    since: '2026-10-06',
    next: { step: 'claim' },
    mandate: null,
    noOffer: null,
    spent: false,
    returned: 0,
    debits: [],
  })
  expect(debt.amount).toBeGreaterThan(0)
  expect(debt.transfer).toMatchObject({ reference: `DEU-${merchantId.slice(-12).toUpperCase()}` })
  expect(debt.offer).toMatchObject({ accountId: hexOf(account), iban: 'ES79 •••• 6789', debtorName: 'Comercial Núñez' })
  expect(debt.offer?.wording).toContain('ocho semanas')
  expect((await server.call('debtView', { params, as: 'guestA' })).status).toBe(403)
  expect((await server.call('debtView', { params, as: 'ownerB' })).status).not.toBe(200)
  expect(await kinds('adminA')).toContain('debt_old')
})

it('is signed only by an owner, after step-up, for the account that was shown, in live mode', async () => {
  for (const as of ['adminA', 'editorA', 'guestA'] as const) expect((await sign(as)).status).toBe(403)
  expect((await sign('ownerA')).error?.type).toBe('StepUpRequired')
  await stepUp('ownerA')
  // Another shop's account, and one that does not exist.
  expect((await sign('ownerA', { account: ofOther })).error?.message).toBe(text('errors.MandateNotAllowed.account'))
  expect((await sign('ownerA', { mode: 'sandbox' })).error?.message).toBe(text('errors.MandateNotAllowed.test'))
  expect(await server.ownerSql('select from debit_mandates')).toEqual([])
  const { status, body } = await sign('ownerA')
  expect(status).toBe(201)
  expect(body).toMatchObject({ mandate: { state: 'standing', place: 'Valencia', iban: 'ES79 •••• 6789' }, offer: null })
  expect((await sign('ownerA')).error?.message).toBe(text('errors.MandateNotAllowed.standing'))
  expect(await kinds('adminA')).not.toContain('debt_old')
  expect((await server.call('merchantAccount', { params, as: 'editorA' })).body.sepaMandateRef).toBe(body.mandate?.reference)
  expect(await server.ownerSql(`select type, roles from notifications where type = 'mandate_signed'`)).toHaveLength(1)
})

it('is downloaded by owners as a PDF, with the full IBAN and an audit entry', async () => {
  const { mandate } = await view()
  const path = `/v2/merchants/${merchantId}/debt/mandate/${mandate?.id}/download`
  const file = await server.send('GET', path, { as: 'ownerA' })
  expect([file.status, file.headers.get('content-type'), file.raw.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  expect((await server.send('GET', path, { as: 'editorA' })).status).toBe(403)
  expect((await server.send('GET', path.replace(mandate?.id ?? '', '0'.repeat(32)), { as: 'ownerA' })).status).toBe(404)
  expect(await server.ownerSql(`select from audit_entries where call = 'mandateDownload' and outcome = 'done'`)).toHaveLength(1)
})

it('announces a debit by e-mail with amount, day, creditor and reference, and cancels it when it is revoked', async () => {
  await announceDebits(server.services)
  const debt = await view('editorA')
  expect(debt).toMatchObject({ next: { step: 'debit', on: '2026-12-02' }, debits: [{ state: 'notified', announcedAmount: debt.amount }] })
  const [notice] = await server.ownerSql<{ values: { key: string; value: string }[]; letters: number }>(
    `select n.values, (select count(*)::int from outbox l where l.kind = 'notice_email' and l.payload ->> 'notificationId' = n.id::text) as letters from notifications n where n.type = 'debit_announced'`,
  )
  expect(notice?.values.map(({ key }) => key)).toEqual(['amount', 'on', 'creditor', 'creditorId', 'mandate', 'last4'])
  expect(notice?.letters).toBeGreaterThan(0)
  const revoke = (as: As) => server.call('mandateRevoke', { params, body: { mandate: debt.mandate?.id ?? '' }, as })
  for (const as of ['adminA', 'editorA'] as const) expect((await revoke(as)).status).toBe(403)
  expect((await revoke('ownerA')).body).toMatchObject({ mandate: { state: 'revoked' }, debits: [{ state: 'cancelled' }] })
  expect((await revoke('ownerA')).status).toBe(200)
  expect(await server.ownerSql('select from debit_runs')).toEqual([])
  // It can be signed again.
  expect((await view()).offer).not.toBeNull()
})

it('in test mode no mandate can be signed and nothing is charged', async () => {
  expect(await view('ownerA', 'sandbox')).toMatchObject({ offer: null, noOffer: 'test', transfer: null, mandate: null })
})

it('a shop can see and revoke only its own mandates', async () => {
  await stepUp('ownerA')
  const { body } = await sign('ownerA')
  const other = hexOf(ids.merchantB1)
  expect(
    (await server.call('mandateRevoke', { params: { merchantId: other }, body: { mandate: body.mandate?.id ?? '' }, as: 'ownerB' })).status,
  ).toBe(404)
  const scope = mintScope(ids.merchantB1, 'live')
  const seen = await server.services.database.read(scope, (db) => db.rows(sql`select d.id from debit_mandates d`))
  expect(seen).toEqual([])
  expect((await view()).mandate?.state).toBe('standing')
})

it('signing for another account cancels the debit announced on the previous one', async () => {
  await server.ownerSql(`update debit_runs set look_at = '-infinity'`)
  await announceDebits(server.services)
  expect(await view()).toMatchObject({ debits: [{ state: 'notified' }, {}], transfer: {} })
  // No transfer is offered while the bank may be charging a debit.
  await server.ownerSql(`update debits set state = 'sent', charged_cents = 1, sent_at = now() where state = 'notified'`)
  expect((await view()).transfer).toBeNull()
  await server.ownerSql(`update debits set state = 'notified', charged_cents = null, sent_at = null where state = 'sent'`)
  const moved = '01900000-0000-7000-8000-00000000d003'
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values ($1, $2, 'ES9121000418450200051332', 'Comercial Núñez', now())`,
    [moved, ids.accountA],
  )
  await server.ownerSql(`update merchants set bank_account_id = $1 where id = $2`, [moved, ids.merchantA1])
  await stepUp('ownerA')
  const { status, body } = await sign('ownerA', { account: moved })
  expect([status, body.mandate?.state, body.debits[0]?.state]).toEqual([201, 'standing', 'cancelled'])
})

it('shows why no mandate can be signed, and the rest of a debt to pay by transfer', async () => {
  const { mandate, owed } = await view()
  await server.call('mandateRevoke', { params, body: { mandate: mandate?.id ?? '' }, as: 'ownerA' })
  expect(await view()).toMatchObject({ noOffer: null, next: { step: 'claim' }, spent: false })
  const [account] = await server.ownerSql<{ id: string }>(
    `update merchants set bank_account_id = null where id = $1 returning (select bank_account_id from merchants where id = $1) as id`,
    [ids.merchantA1],
  )
  expect(await view()).toMatchObject({ offer: null, noOffer: 'account' })
  await server.ownerSql(`update merchants set bank_account_id = $2 where id = $1`, [ids.merchantA1, account?.id])
  // A real shop of a provider that does not charge.
  const scope = mintScope(ids.merchantA1, 'live')
  const services = { ...server.services, config: { ...server.services.config, debiting: { creditorId: null } } }
  expect(await services.database.read(scope, (db) => debtOf(db, scope, services, services.now()))).toMatchObject({
    offer: null,
    noOffer: 'provider',
  })
  const pay = (amountCents: number, reference: string) =>
    refusalReason(server.services, (db, by) =>
      receiveTransfer(db, { merchantId: ids.merchantA1, amountCents: cents(amountCents), reference, at: by.now }, by),
    )
  const task = async () => (await server.call('inboxList', { params, as: 'adminA' })).body.items.find(({ kind }) => kind === 'debt_old')
  expect(await pay(1_000, 'N43-1')).toBeNull()
  expect((await task())?.amount).toBe(owed - 1_000)
  expect(await pay(owed - 1_000, 'N43-2')).toBeNull()
  expect([await task(), (await view()).next.step]).toEqual([undefined, 'covered'])
})

it('a file of debits has the character set, sums and fields that banks require, and throws for invalid ones', () => {
  const debit = (fields: Partial<FiledDebit> = {}): FiledDebit => ({
    endToEndId: 'ADE-2026-100001',
    amountCents: cents(7_507),
    iban: spanishIban('9990', '0001', '0000000001'),
    debtorName: 'Peña & Hijos «S.L.» <x>',
    chargeOn: localDate('2026-12-02'),
    mandate: { reference: 'MAN-2026-0A', signedOn: localDate('2026-11-18') },
    creditor: { id: creditorId('A00000000', '000'), name: 'Crédito' },
    ...fields,
  })
  const file = (debits: FiledDebit[]) =>
    debitFile({ messageId: 'D1', createdAt: new Date('2026-12-01T08:00:00Z'), iban: 'ES9121000418450200051332', debits })
  const xml = file([debit(), debit({ endToEndId: 'ADE-2026-100002', amountCents: cents(3), chargeOn: localDate('2026-12-03') })])
  expect(xml).toContain('<GrpHdr><MsgId>D1</MsgId><CreDtTm>2026-12-01T08:00:00.000Z</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>75.10</CtrlSum>')
  expect([...xml.matchAll(/<PmtInfId>(.*?)<.*?<CtrlSum>([\d.]+)<.*?<ReqdColltnDt>(.*?)</gs)].map(([, ...of]) => of)).toEqual([
    ['D1-1', '75.07', '2026-12-02'],
    ['D1-2', '0.03', '2026-12-03'],
  ])
  expect(xml).toContain('<MndtId>MAN-2026-0A</MndtId><DtOfSgntr>2026-11-18</DtOfSgntr>')
  expect(xml).toContain('<Dbtr><Nm>Pena + Hijos .S.L.. .x.</Nm></Dbtr>')
  const wrong: Partial<FiledDebit>[] = [
    { amountCents: cents(0) },
    { iban: 'ES9121000418450200051333' },
    { endToEndId: 'ADE 1' },
    { debtorName: ' ' },
    { creditor: { id: 'ES00000A00000000', name: 'x' } },
    { mandate: { reference: 'x'.repeat(36), signedOn: localDate('2026-11-18') } },
  ]
  for (const fields of wrong) expect(() => file([debit(), debit(fields)]), JSON.stringify(fields)).toThrow(RangeError)
  expect(() => file([])).toThrow(RangeError)
})
