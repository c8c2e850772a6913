import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, localDate, madridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import type { Actor } from '../../platform/calls/actor.ts'
import { atTerminal } from '../../platform/calls/providerChange.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { issue } from '../../money/invoices/issue.ts'
import { testExemptions, testIssuer } from '../../testing/invoices/invoicingFixture.ts'
import { decideShop } from '../onboarding/review.ts'
import { openOperation, type OrderOpened } from '../../sales/lifecycle/openOperation.ts'
import { holdRefund } from '../../sales/operations/holdRefund.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'
import { maintainReports } from '../../money/reports/maintainReports.ts'
import { payOut } from '../../money/payouts/payOut.ts'
import { settle } from '../../money/settlements/settle.ts'
import { issueTestKey, makeShop } from '../../testing/shopsApi/testShop.ts'
import { endRelation } from './endRelation.ts'
import { applyRetention } from './retention.ts'

// The end of a company's relation: what prevents it, what stays readable, and which retention begins.
let server: TestServer
let saleId: string
beforeAll(async () => {
  const invoicing = { issuer: testIssuer, series: 'F', rectifyingSeries: 'R', exemptions: testExemptions, verifactu: null, signer: null }
  // 31 October 2026, 20:00 in Madrid.
  server = await startTestServer({ now: new Date('2026-10-31T19:00:00Z'), config: { invoicing }, proved: false })
  await server.ownerSql(
    `insert into profiles (account_id, first_name, last_name, document_number, street, postcode, city, province, country)
     values ($1, 'Berta', 'Vidal', '12345678Z', 'Calle de la Prueba, 2', '28001', 'Madrid', 'Madrid', 'ES') on conflict (account_id) do update
     set document_number = excluded.document_number, street = excluded.street, postcode = excluded.postcode, city = excluded.city, province = excluded.province, country = excluded.country`,
    [ids.accountB],
  )
  await server.ownerSql(
    `with b as (insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $2, 'ES7921000813610123456789', 'Vidal', now()) returning id)
     update merchants set bank_account_id = b.id, minimum_fee_cents = 9000, minimum_fee_from = '2026-10-01', live_on = '2025-01-07' from b where merchants.id = $1`,
    [ids.merchantB1, ids.accountB],
  )
  const sale = { merchantId: ids.merchantB1, substatus: 'payment_process', createdAt: new Date('2026-10-05T09:00:00Z') } as const
  saleId = await writeOperation(server.database.ownerUrl, sale)
  await server.ownerSql(`update accounts set created_at = '2025-01-01T12:00:00Z'`)
})
afterAll(() => server.close())

const day = 86_400_000
const merchantId = hexOf(ids.merchantB1)
const today = () => madridDay(server.services.now())
const end = (endedOn = today(), accountId: string = ids.accountB) =>
  server.services.database.write(null, async (db) => {
    try {
      return await endRelation(db, { accountId, endedOn, reason: 'company', now: server.services.now() }, { operator: true })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { why: error.why ?? error.type, ...error.values }
    }
  })
const account = async () =>
  (
    await server.ownerSql<{ ended: string | null; disabled: boolean; status: string; kept: boolean }>(
      `select a.relation_ended_on::text as ended, a.disabled_at is not null as disabled, m.status, a.file_forgotten_at is null as kept
        from accounts a join merchants m on m.account_id = a.id where m.id = $1`,
      [ids.merchantB1],
    )
  )[0]
const lines = () =>
  server.ownerSql<{ outcome: string }>(`select outcome from audit_entries where call = 'operator.end-relation' order by seq`)
const order = (): OrderOpened => ({
  mid: null,
  totalCents: cents(20_000),
  articles: [{ name: 'Silla', quantity: 1, price: 20_000, taxRate: 0, discount: 0, total: 20_000 }],
  channel: 'online',
  product: null,
  numInstalments: null,
  customer: { firstName: '', lastName: '', email: '', phone: null, documentNumber: null },
  withConsent: false,
  expiresAt: new Date(server.services.now().getTime() + 3_600_000),
  by: { actor: 'merchant', userId: null, channel: 'plugin' },
  secrets: server.services.config.sessionSecrets,
  now: server.services.now(),
})
const askFor = (shopId: string, accountId: string) =>
  server.ownerSql(
    `insert into shop_applications (merchant_id, account_id, business_activity, iban, monthly_cents, average_cents, submitted_at)
     values ($1, $2, 'Ropa', 'ES7921000813610123456789', 100000, 5000, now())`,
    [shopId, accountId],
  )
/** A mandate is in force on the account's bank account. */
const mandate = () =>
  server.ownerSql(
    `insert into debit_mandates (merchant_id, mode, id, reference, bank_account_id, iban, debtor_name, creditor_id, creditor_name, creditor_address, place, wording, signed_at, signer_name)
     select $1, 'live', gen_random_uuid(), 'M-1', b.id, b.iban, 'Berta Vidal', 'ES00', 'Proveedor', 'Madrid', 'Madrid', 'Autorizo', now(), 'Berta Vidal' from bank_accounts b where b.account_id = $2`,
    [ids.merchantB1, ids.accountB],
  )
const whatIsOpen = async () => {
  const answer = await end()
  return 'open' in answer ? answer.open : answer
}

describe('the end of a relation', () => {
  it('is refused while money is open, from the sale to its invoice, with what is open', async () => {
    expect(await whatIsOpen()).toBe('Ferretería Vidal: 1 operación sin concluir, 1 línea sin liquidar')
    await server.ownerSql(`update operations set substatus = 'payment_completed' where merchant_id = $1`, [ids.merchantB1])
    await server.ownerSql('update operations set concluded_at = $2 where merchant_id = $1', [ids.merchantB1, server.services.now()])
    expect(await whatIsOpen()).toBe('Ferretería Vidal: 1 línea sin liquidar')
    await settle(server.services)
    expect(await whatIsOpen()).toBe('Ferretería Vidal: 1 liquidación sin pagar, 1 liquidación sin facturar')
    for (let tries = 0; tries < 3; tries += 1) {
      await payOut(server.services)
      server.moveClock(day)
    }
    expect(await whatIsOpen()).toBe('Ferretería Vidal: 1 pago que el banco aún puede devolver, 1 liquidación sin facturar')
    await settle(server.services)
    expect(await issue(server.services)).toEqual({ issued: 1, waiting: [], failed: 0 })
    const [paid] = await server.ownerSql<{ on: string }>(`select (done_at at time zone 'Europe/Madrid')::date::text as on from payouts`)
    while (today() < addDays(localDate(paid?.on ?? ''), 10)) {
      expect(await whatIsOpen()).toBe('Ferretería Vidal: 1 pago que el banco aún puede devolver')
      server.moveClock(day)
    }
    expect(await account()).toEqual({ ended: null, disabled: false, status: 'active', kept: true })
    expect(new Set((await lines()).map(({ outcome }) => outcome))).toEqual(new Set(['refused']))
  })

  it('is refused for eight weeks after a charged debit', async () => {
    await mandate()
    const charged = async (daysAgo: number) => {
      const bookedAt = new Date(server.services.now().getTime() - daysAgo * day)
      await server.ownerSql(
        `insert into debits (merchant_id, mode, id, reference, mandate_id, debt_since, announced_cents, charged_cents, due_on, announced_at, state, sent_at, booked_at)
         select merchant_id, mode, gen_random_uuid(), 'D-1', id, '2026-09-01', 100, 100, '2026-09-15', $1, 'booked', $1, $1 from debit_mandates
         on conflict (merchant_id, mode, reference) do update set booked_at = excluded.booked_at`,
        [bookedAt],
      )
    }
    await charged(56)
    expect(await whatIsOpen()).toBe('Ferretería Vidal: 1 adeudo que aún se puede devolver')
    await charged(57)
  })

  it('waits for an order that is being opened', async () => {
    const scope = mintScope(ids.merchantA1, 'live')
    const [opened, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const opening = server.services.database.write(scope, async (db) => {
      await openOperation(db, scope, order())
      opened.resolve()
      await commit.promise
    })
    await opened.promise
    const ending = end(today(), ids.accountA)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => server.ownerSql(waiting)).toHaveLength(1)
    commit.resolve()
    await opening
    expect(await ending).toEqual({ why: 'moneyOpen', open: 'Tienda Gran Vía: 1 operación sin concluir' })
  })

  it('requires an existing account, and a date after its last movement of money', async () => {
    expect(await end(today(), ids.merchantB1)).toEqual({ why: 'ObjectNotFoundException' })
    expect(await end(localDate('2026-11-02'))).toEqual({ why: 'laterMovement', date: '03.11.2026' })
    await server.ownerSql(`update debits set state = 'rejected', done_at = '2026-11-06T12:00:00Z'`)
    expect(await end(localDate('2026-11-05'))).toEqual({ why: 'laterMovement', date: '06.11.2026' })
    expect(await account()).toEqual({ ended: null, disabled: false, status: 'active', kept: true })
  })

  it('is refused before the account began, and answers pending requests', async () => {
    await askFor(ids.merchantD1, ids.accountD)
    expect(await end(localDate('2016-11-23'), ids.accountD)).toEqual({ why: 'laterMovement', date: '01.01.2025' })
    expect(await end(localDate('2026-10-15'), ids.accountD)).toEqual({ shops: 1, waived: [] })
    expect(await server.ownerSql('select outcome from shop_applications where account_id = $1', [ids.accountD])).toEqual([
      { outcome: 'rejected' },
    ])
    // Requested at the moment of the end.
    await server.ownerSql(`update merchants set status = 'pending' where id = $1`, [ids.merchantD1])
    const approve = (db: Connection, by: Actor) => decideShop(db, ids.merchantD1, { approved: true }, { by, now: server.services.now() })
    expect(await atTerminal(server.services.database, approve)).toMatchObject({ type: 'ReviewNotAllowed', why: 'ended' })
  })

  it('is stored once, with its audit entry', async () => {
    const schedule = { type: 'operations' as const, format: 'csv' as const, frequency: 'daily' as const, recipients: [] }
    expect((await server.call('reportScheduleCreate', { as: 'ownerB', params: { merchantId }, body: schedule })).status).toBe(201)
    const [charged] = await server.ownerSql<{ fees: string }>('select -fees_cents as fees from settlements')
    const missing = 9_000 - Number(charged?.fees)
    const answers = await Promise.all([end(), end()])
    const waived = [{ shop: 'Ferretería Vidal', months: ['2026-10-01'], cents: Math.round(missing * 1.21) }]
    expect(answers.filter((answer) => 'shops' in answer)).toEqual([{ shops: 1, waived }])
    expect(
      await server.ownerSql(
        `select after -> 'minimum_fees_waived' as waived from audit_entries where call = 'operator.end-relation' and outcome = 'done' and account_id = $1`,
        [ids.accountB],
      ),
    ).toEqual([{ waived }])
    expect(await account()).toEqual({ ended: today(), disabled: true, status: 'closed', kept: true })
    expect((await lines()).filter(({ outcome }) => outcome === 'done')).toHaveLength(2)
    expect(await end()).toEqual({ why: 'ended' })
  })

  it('leaves everything readable and downloadable, and nothing changeable', async () => {
    // A session is cached for a second.
    await expect.poll(async () => (await server.call('me', { as: 'ownerB' })).body).toMatchObject({ relationEnded: true })
    const { body: me } = await server.call('me', { as: 'ownerB' })
    for (const name of [
      'operationRefund',
      'campaignCreate',
      'checkoutOfflineCreate',
      'merchantIbanCreate',
      'merchantCreate',
      'keyRenew',
    ] as const)
      expect([name, me.permissions.includes(name)]).toEqual([name, false])
    for (const name of [
      'keyRevoke',
      'webhookDelete',
      'reportScheduleDelete',
      'customerErase',
      'settlementClaimOpen',
      'mandateRevoke',
    ] as const)
      expect([name, me.permissions.includes(name)]).toEqual([name, true])
    const erased = await server.call('audienceErase', { as: 'ownerB', params: { merchantId, uuid: merchantId } })
    expect(erased.status).toBe(404)
    for (const path of ['orders', 'settlements', 'invoices', 'reports', 'orders/download?format=csv&from=2026-01-01&to=2026-01-02'])
      expect([path, (await server.send('GET', `/v2/merchants/${merchantId}/${path}`, { as: 'ownerB' })).status]).toEqual([path, 200])
    const report = { type: 'operations', format: 'csv', from: '2026-01-01', to: '2026-01-31' } as const
    expect((await server.call('reportCreate', { as: 'ownerB', params: { merchantId }, body: report })).status).toBe(201)
    const [sale] = (await server.call('operationList', { as: 'ownerB', params: { merchantId } })).body.results
    const refund = await server.call('operationRefund', {
      as: 'ownerB',
      params: { merchantId, operationId: sale?.id ?? '' },
      body: { amount: 100, reason: 'product_returned' },
    })
    expect([refund.status, refund.error.type, refund.error.message]).toEqual([
      403,
      'AccountDisabled',
      'La relación con tu empresa ha terminado: puedes ver y descargar lo que hay, pero no cambiarlo.',
    ])
    expect((await server.call('operationList', { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA1) } })).status).toBe(200)
  })

  it('lets nothing start, also with a cached session', async () => {
    const scope = mintScope(ids.merchantB1, 'live')
    const { database, now } = server.services
    await expect(database.write(scope, (db) => openOperation(db, scope, order()))).rejects.toMatchObject({ type: 'CreditNotAvailable' })
    const nothing = {
      expectedRemainingCents: undefined,
      reason: null,
      comment: null,
      merchantReference: null,
      userId: personas.ownerB.id,
      keyId: null,
      undoSeconds: 0,
    }
    const refund = { ...nothing, operationId: uuidOf(saleId) ?? '', kind: 'refund' as const, amountCents: cents(100), now: now() }
    await expect(database.write(scope, (db) => holdRefund(db, scope, refund))).rejects.toMatchObject({
      type: 'AccountDisabled',
      why: 'ended',
    })
  })

  it('lets a shop’s key read, and nothing more', async () => {
    const shop = makeShop(server, await issueTestKey(server, ids.merchantB1, 'live', 'private'))
    expect((await shop('GET', `/orders/${saleId}`)).status).toBe(200)
    const writes = [
      ['POST', 'refund-extended', { amount: 100 }],
      ['POST', 'captures', { amount: 100 }],
      ['POST', 'void', { amount: 100 }],
      ['POST', 'cancel', undefined],
    ] as const
    for (const [method, path, body] of writes) {
      const answer = await shop(method, `/orders/${saleId}/${path}`, body && { body })
      expect([path, answer.status, answer.body.error.type]).toEqual([path, 403, 'AccountDisabled'])
    }
    expect((await shop('PATCH', `/orders/${saleId}`, { body: { order: { discount: 1 } } })).status).toBe(403)
  })

  it('stops the schedules of reports', async () => {
    const reports = () => server.ownerSql('select from reports where schedule_id is not null')
    await maintainReports({ ...server.services, now: () => new Date(server.services.now().getTime() + 2 * day) })
    expect(await reports()).toEqual([])
    expect(await server.ownerSql(`select from report_queue where kind = 'run'`)).toEqual([])
  })

  it('starts the ten-year retention of the company’s file, which is deleted the day after, once, also when another one fails', async () => {
    const fileOf = () => server.ownerSql('select from profiles where account_id = $1', [ids.accountB])
    const applyRetentionAfter = (days: number) => {
      const then = new Date(`${addDays(addMonths(today(), 120), days)}T12:00:00Z`)
      return applyRetention({ ...server.services, wallClock: () => then })
    }
    // That of the account which ended before it cannot be deleted.
    await server.ownerSql(`create function stay() returns trigger language plpgsql as $$ begin raise exception 'stays'; end $$`)
    await server.ownerSql(
      `create trigger stay before update on accounts for each row when (new.id = '${ids.accountD}' and new.file_forgotten_at is not null) execute function stay()`,
    )
    await applyRetentionAfter(0)
    expect([(await fileOf()).length, (await account())?.kept]).toEqual([1, true])
    await applyRetentionAfter(1)
    expect([(await fileOf()).length, (await account())?.kept]).toEqual([0, false])
    const gone = () => server.ownerSql(`select from audit_entries where call = 'fileForget' and account_id = $1`, [ids.accountB])
    expect(await server.ownerSql('select iban, debtor_name, signer_name from debit_mandates')).toEqual([
      { iban: '', debtor_name: '', signer_name: '' },
    ])
    await applyRetentionAfter(2)
    expect(await gone()).toHaveLength(1)
    // The books stay.
    expect(await server.ownerSql('select from settlements where merchant_id = $1', [ids.merchantB1])).toHaveLength(1)
  })
})
