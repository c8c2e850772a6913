import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, localDate, madridDay } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import { computePlan } from '#domain/sales/plans/plan'
import type { ConsoleApi } from '#contract/consoleApi'
import type { BodyOf } from '#contract/platform/endpoint'
import type { AgreedTerms, PayoutTermsView } from '#contract/provider/prices'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'
import { addStaff, callConsole, type TestConsoleCall, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { notifyTerms } from './notifyTerms.ts'

let server: TestServer
let admin: TestStaff
let finance: TestStaff
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-06-10T10:00:00Z') })
  server.stopClock()
  admin = await addStaff(server, ['admin'], { firstName: 'Ada', lastName: 'Gil' })
  finance = await addStaff(server, ['finance'], { firstName: 'Fina', lastName: 'Roca' })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.services.config.console.secondPerson = false
  await server.ownerSql(`delete from price_lists where effective_on > '2020-01-01'`)
  await server.ownerSql(`delete from merchant_terms where effective_on > '2024-01-01'`)
  await server.ownerSql(`delete from terms_notices`)
  await server.ownerSql(`delete from price_list_payout_terms where effective_on > '2020-01-01'`)
  await server.ownerSql(`delete from merchant_payout_terms`)
  await server.ownerSql(`delete from notifications where type like 'terms_%'`)
})

const today = () => madridDay(server.services.now())
const inDays = (days: number) => addDays(today(), days)
const list = async () => (await callConsole(server, 'consolePriceList', { as: admin })).body
const first: AgreedTerms = {
  feeRate: 250,
  feeFixed: 30,
  tin: 1_999,
  openingFeeRate: 0,
  minAmount: 3_000,
  maxAmount: 300_000,
  instalmentsAllowed: [2, 3, 4, 5, 6, 8, 10, 12],
  downpayment: 'none',
  captureMode: 'automatic',
}
const listing = (more: Partial<AgreedTerms>, effectiveOn: string, options: TestConsoleCall<'consolePriceListPropose'> = {}) =>
  callConsole(server, 'consolePriceListPropose', {
    as: admin,
    body: { effectiveOn, products: [{ product: 'instalments', terms: { ...first, ...more } }] },
    ...options,
  })
const merchant = { merchantId: hexOf(ids.merchantB1) }
const agreeing = (more: Partial<AgreedTerms> | null, effectiveOn: string, merchantId = merchant.merchantId) =>
  callConsole(server, 'consoleTermsPropose', {
    as: finance,
    params: { merchantId },
    body: { effectiveOn, products: [{ product: 'instalments', enabled: true, terms: more && { ...first, ...more } }] },
  })
const terms = async () => (await callConsole(server, 'consoleTerms', { as: finance, params: merchant })).body
const problems = ({ error }: { error: { fields?: unknown } }) => error.fields as { name: string; code: string; message: string }[]
const notices = () =>
  server.ownerSql<{ type: string; merchant_id: string; level: string; values: unknown }>(
    `select type, merchant_id, level, values from notifications where type like 'terms_%' order by created_at, type, merchant_id`,
  )

describe('the price list', () => {
  it('begins with the list of a new installation, and is read by every role', async () => {
    const { body } = await callConsole(server, 'consolePriceList', { as: await addStaff(server, ['support']) })
    expect(body).toMatchObject({ today: '2026-06-10', noticeDays: 30, maxTae: 4_000 })
    expect(body.versions).toHaveLength(1)
    expect(body.versions[0]).toMatchObject({ effectiveOn: '2020-01-01', state: 'in_force', proposedBy: null })
    expect(body.versions[0]?.products.map(({ product, terms: { feeRate, feeFixed } }) => [product, feeRate, feeFixed])).toEqual([
      ['instalments', 250, 30],
      ['pay_in_4', 390, 30],
      ['pay_later', 290, 30],
    ])
  })

  it('takes a better version from tomorrow, in the name of who entered it, and can withdraw it until it begins', async () => {
    const proposal = await listing({ feeRate: 240 }, inDays(1))
    expect(proposal.status).toBe(201)
    expect((await list()).versions.map(({ state, proposedBy }) => [state, proposedBy])).toEqual([
      ['coming', 'Ada Gil'],
      ['in_force', null],
    ])
    expect((await listing({ feeRate: 230 }, inDays(1))).error).toMatchObject({ type: 'TermsNotAllowed' })
    const withdraw = () => callConsole(server, 'consolePriceListWithdraw', { as: admin, params: { versionId: proposal.body.id } })
    expect((await withdraw()).status).toBe(204)
    expect((await withdraw()).error.type).toBe('TermsNotAllowed')
    expect((await list()).versions[0]).toMatchObject({ state: 'withdrawn', withdrawnBy: 'Ada Gil' })
    expect((await listing({ feeRate: 230 }, inDays(1))).status).toBe(201)
  })

  it('refuses worse terms without the notice, days that are no future ones, and what changes nothing', async () => {
    const soon = await listing({ feeRate: 260 }, inDays(29))
    expect(problems(soon)).toMatchObject([{ name: 'effective_on', code: 'notice' }])
    expect(problems(soon)[0]?.message).toContain('10.07.2026')
    expect((await listing({ feeRate: 260 }, inDays(30))).status).toBe(201)
    expect(problems(await listing({ feeRate: 200 }, today()))).toMatchObject([{ name: 'effective_on', code: 'past' }])
    expect((await listing({}, inDays(1))).error.type).toBe('TermsNotAllowed')
  })

  it('refuses terms beyond the bounds with a sentence at each field', async () => {
    const refused = await listing({ minAmount: 400_000, tin: 20_000 }, inDays(40))
    expect(problems(refused).map(({ name, code }) => `${name} ${code}`)).toEqual([
      'products.0.terms.tin range',
      'products.0.terms.max_amount order',
    ])
    const dear = problems(await listing({ tin: 3_600 }, inDays(40)))
    expect(dear.map(({ name, code }) => `${name} ${code}`)).toEqual(['products.0.terms.tin tae'])
    expect(dear[0]?.message).toMatch(/42,\d+\s%.*40\s%/)
  })

  it('waits for a second person where the installation asks for one, and is proposed by administrators only', async () => {
    server.services.config.console.secondPerson = true
    const answer = await listing({ feeRate: 240 }, inDays(1))
    expect(answer.status).toBe(202)
    expect((await list()).versions).toHaveLength(1)
    const [stored] = await server.ownerSql(`select before, after from staff_confirmations where call = 'consolePriceListPropose'`)
    expect(stored).toMatchObject({ before: { instalments: { feeRate: 250 } }, after: { instalments: { feeRate: 240 } } })
    expect((await listing({ feeRate: 240 }, inDays(1), { as: finance })).error.type).toBe('PermissionDenied')
    const confirmAs = (as: TestStaff) =>
      callConsole(server, 'staffConfirmationConfirm', { as, params: { confirmationId: answer.body.confirmation?.id ?? '' } })
    expect((await confirmAs(admin)).error.type).toBe('RequestNotAllowed')
    expect((await confirmAs(await addStaff(server, ['risk']))).error.type).toBe('PermissionDenied')
    expect((await confirmAs(finance)).status).toBe(200)
    expect((await list()).versions[0]).toMatchObject({ state: 'coming', proposedBy: 'Ada Gil' })
  })
})

describe('a merchant’s own terms', () => {
  it('hold over the price list in both modes from their day, until the list holds again', async () => {
    await server.ownerSql(`delete from merchant_terms where merchant_id = $1 and product = 'instalments'`, [ids.merchantB1])
    expect((await agreeing({ feeRate: 199 }, inDays(1))).status).toBe(201)
    expect((await agreeing(null, inDays(60))).status).toBe(201)
    const shown = await terms()
    expect(
      shown.versions.slice(0, 2).map(({ state, proposedBy, products }) => [state, proposedBy, products[0]?.terms?.feeRate ?? null]),
    ).toEqual([
      ['coming', 'Fina Roca', null],
      ['coming', 'Fina Roca', 199],
    ])
    expect(shown.products[0]).toMatchObject({ product: 'instalments', isOwn: false, terms: { feeRate: 250 } })
    expect(shown.products[0]?.coming.map(({ effectiveOn, isOwn, terms: { feeRate } }) => [effectiveOn, isOwn, feeRate])).toEqual([
      [inDays(1), true, 199],
      [inDays(60), false, 250],
    ])
    for (const mode of ['live', 'sandbox'] as const) {
      const { body } = await server.call('merchantConfiguration', { as: 'ownerB', mode, params: merchant })
      expect(body.coming.map(({ effectiveOn, after }) => [effectiveOn, after.feeRate])).toEqual([
        [inDays(1), 199],
        [inDays(60), 250],
      ])
    }
    const [entry] = await server.ownerSql(
      `select call, entity, before, after from audit_entries where account_id = $1 and call = 'consoleTermsPropose' order by seq limit 1`,
      [ids.accountB],
    )
    expect(entry).toMatchObject({
      entity: 'terms',
      before: { instalments: { feeRate: 250 } },
      after: { instalments: { feeRate: 199, own: true } },
    })
  })

  it('are told to its owners once, with each term before and after, and so is a withdrawal', async () => {
    await server.ownerSql(`delete from merchant_terms where merchant_id = $1 and product = 'instalments'`, [ids.merchantB1])
    const proposal = await agreeing({ feeRate: 275, tin: 1_899 }, inDays(30))
    await notifyTerms(server.services)
    await notifyTerms(server.services)
    expect(await notices()).toMatchObject([{ type: 'terms_changing', merchant_id: ids.merchantB1, level: 'warning' }])
    expect((await notices())[0]?.values).toEqual([
      { key: 'shop', value: 'Ferretería Vidal' },
      { key: 'day', value: '10.07.2026' },
      {
        key: 'what',
        said: [
          { of: 'prices.notice.instalments' },
          { of: 'prices.notice.feeRate', values: { before: '2,5\u00a0%', after: '2,75\u00a0%' } },
          { of: 'prices.notice.tin', values: { before: '19,99\u00a0%', after: '18,99\u00a0%' } },
        ],
      },
    ])
    await callConsole(server, 'consoleTermsWithdraw', { as: finance, params: { ...merchant, versionId: proposal.body.id } })
    await notifyTerms(server.services)
    expect((await notices()).map(({ type }) => type)).toEqual(['terms_changing', 'terms_kept'])
    const mails = await server.ownerSql(
      `select from outbox where kind = 'notice_email' and payload ->> 'notificationId' in (select id::text from notifications where type like 'terms_%')`,
    )
    expect(mails).toHaveLength(2)
    // The other merchants of the price list: only those without terms of their own are told of a new one.
    await listing({ feeRate: 240 }, inDays(1))
    await notifyTerms(server.services)
    expect((await notices()).map(({ merchant_id: id, level }) => [id, level]).slice(2)).toEqual([[ids.merchantB1, 'info']])
  })
})

describe('how shops are paid', () => {
  const none = { frequency: null, reserve: null, minimumFee: null }
  const paying = (payout: BodyOf<ConsoleApi['consoleTermsPropose']>['payout'], effectiveOn: string) =>
    callConsole(server, 'consoleTermsPropose', { as: finance, params: merchant, body: { effectiveOn, products: [], payout } })
  const listPaying = (payout: PayoutTermsView, effectiveOn: string) =>
    callConsole(server, 'consolePriceListPropose', { as: admin, body: { effectiveOn, products: [], payout } })
  const standard: PayoutTermsView = { frequency: 'daily', reserve: { rate: 0, days: 90 }, minimumFee: 0 }

  it('is dated in the price list and in a merchant’s own terms, which hold over it, and can be withdrawn', async () => {
    expect((await listPaying({ ...standard, minimumFee: 1_500 }, inDays(40))).status).toBe(201)
    const proposal = await paying({ ...none, frequency: 'weekly', reserve: { rate: 500, days: 60 } }, inDays(30))
    expect(proposal.status).toBe(201)
    expect((await paying({ ...none, frequency: 'weekly' }, inDays(30))).error.type).toBe('TermsNotAllowed')
    const { payout, versions } = await terms()
    expect(payout).toMatchObject({ terms: standard, own: none })
    expect(
      payout.coming.map(({ effectiveOn, terms: { frequency, reserve, minimumFee } }) => [effectiveOn, frequency, reserve.rate, minimumFee]),
    ).toEqual([
      [inDays(30), 'weekly', 500, 0],
      [inDays(40), 'weekly', 500, 1_500],
    ])
    expect(versions[0]).toMatchObject({
      state: 'coming',
      products: [],
      payout: { frequency: 'weekly', minimumFee: null },
      proposedBy: 'Fina Roca',
    })
    expect((await list()).versions[0]).toMatchObject({ state: 'coming', payout: { minimumFee: 1_500 }, products: [] })
    const [entry] = await server.ownerSql(
      `select before, after from audit_entries where account_id = $1 and call = 'consoleTermsPropose' order by seq desc limit 1`,
      [ids.accountB],
    )
    expect(entry).toMatchObject({
      before: { payout: { weekly: false, reserveRate: 0 } },
      after: { payout: { weekly: true, reserveRate: 500, reserveDays: 60, own: true } },
    })
    await callConsole(server, 'consoleTermsWithdraw', { as: finance, params: { ...merchant, versionId: proposal.body.id } })
    expect((await terms()).payout.coming.map(({ effectiveOn }) => effectiveOn)).toEqual([inDays(40)])
  })

  it('needs the notice when it becomes worse, and is refused beyond its bounds', async () => {
    expect(problems(await paying({ ...none, minimumFee: 100 }, inDays(29)))).toMatchObject([{ name: 'effective_on', code: 'notice' }])
    expect((await paying(none, inDays(1))).error.type).toBe('TermsNotAllowed')
    expect(problems(await paying({ ...none, reserve: { rate: 10_001, days: 0 } }, inDays(40))).map(({ name }) => name)).toEqual([
      'payout.reserve.rate',
      'payout.reserve.days',
    ])
    expect((await listPaying(standard, inDays(1))).error.type).toBe('TermsNotAllowed')
  })

  it('is told to the owners of each merchant that it changes', async () => {
    await paying({ frequency: 'weekly', reserve: { rate: 500, days: 60 }, minimumFee: 1_500 }, inDays(30))
    await notifyTerms(server.services)
    expect((await notices())[0]).toMatchObject({
      type: 'terms_changing',
      level: 'warning',
      values: [
        { key: 'shop' },
        { key: 'day', value: '10.07.2026' },
        {
          key: 'what',
          said: [
            { of: 'prices.notice.payout' },
            { of: 'prices.notice.frequency.weekly' },
            { of: 'prices.notice.reserve', values: { before: '0\u00a0%', after: '5\u00a0%', days: '60' } },
            { of: 'prices.notice.minimumFee', values: { before: '0,00\u00a0€', after: '15,00\u00a0€' } },
          ],
        },
      ],
    })
  })

  it('has an effect on the settlements of the last 90 days', async () => {
    const query = { products: '[]', payout: JSON.stringify({ frequency: null, reserve: { rate: 1_000, days: 30 }, minimum_fee: 2_000 }) }
    const { body } = await callConsole(server, 'consoleTermsEffect', { as: finance, params: merchant, query })
    // April and May are whole.
    expect(body.payout).toEqual({
      payments: { before: 0, after: 0 },
      reserved: { before: 0, after: 0 },
      minimumFees: { before: 0, after: 4_000 },
    })
  })
})

describe('the effect of terms on the orders of the last 90 days', () => {
  const effect = async (products: unknown) =>
    (await callConsole(server, 'consoleTermsEffect', { as: finance, params: merchant, query: { products: JSON.stringify(products) } })).body
  const at = (days: number) => new Date(server.services.now().getTime() - days * 86_400_000)

  it('compares the fees, what customers pay and the TAE, to the cent', async () => {
    await writeOperations(server.database.ownerUrl, [
      { merchantId: ids.merchantB1, createdAt: at(5) },
      { merchantId: ids.merchantB1, createdAt: at(40), totalCents: 20_000, numInstalments: 3 },
      { merchantId: ids.merchantB1, createdAt: at(95) },
      { merchantId: ids.merchantB1, createdAt: at(3), mode: 'sandbox' },
      { merchantId: ids.merchantA1, createdAt: at(3) },
      { merchantId: ids.merchantB1, createdAt: at(2), substatus: 'rejected' },
    ])
    const cost = (orderCents: number, numInstalments: number, tin: number) =>
      computePlan({
        orderCents: cents(orderCents),
        numInstalments,
        tin: basisPoints(tin),
        downpayment: 'none',
        signedOn: localDate('2026-06-10'),
      }).totalInterestCents
    const proposed = {
      fee_rate: 300,
      fee_fixed: 50,
      tin: 2_399,
      opening_fee_rate: 0,
      min_amount: 30_000,
      max_amount: 300_000,
      instalments_allowed: [6],
      downpayment: 'none',
      capture_mode: 'automatic',
    }
    expect(await effect([{ product: 'instalments', enabled: true, terms: proposed }])).toEqual({
      from: '2026-03-12',
      to: '2026-06-09',
      orders: 2,
      amount: 80_000,
      outside: 1,
      fees: { before: 1_530 + 530, after: 1_850 + 650 },
      vat: { before: 321 + 111, after: 389 + 137 },
      customersCost: { before: cost(60_000, 6, 1_999) + cost(20_000, 3, 1_999), after: cost(60_000, 6, 2_399) + cost(20_000, 3, 2_399) },
      tae: { before: { least: 2_192, most: 2_193 }, after: { least: 2_681, most: 2_681 } },
      payout: { payments: { before: 2, after: 2 }, reserved: { before: 0, after: 0 }, minimumFees: { before: 0, after: 0 } },
    })
    expect(await effect([{ product: 'instalments', enabled: false, terms: null }])).toMatchObject({
      outside: 2,
      fees: { after: 0 },
      tae: { after: null },
    })
  })

  it('refuses what are no terms', async () => {
    const refused = (products: string) => callConsole(server, 'consoleTermsEffect', { as: finance, params: merchant, query: { products } })
    for (const text of ['', '{', '[{"product":"gold"}]']) expect((await refused(text)).error.type).toBe('ApiValidationException')
  })
})
