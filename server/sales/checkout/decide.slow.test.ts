import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, madridDay } from '#domain/platform/dates'
import { decisionRules } from '#domain/sales/operations/decision'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { ana, beginSale, goTo, sign, someone, type Begin, type Person, type TestSale } from '../../testing/checkout/testSale.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const hour = 3_600_000
type State = {
  substatus: string
  status_reason: string | null
  expires_at: Date | null
  duplicate_of: string | null
  document_number: string
}
const state = async (sale: TestSale): Promise<State> => {
  const [found] = await server.ownerSql<State>(
    'select substatus, status_reason, expires_at, duplicate_of, document_number from operations where id = $1',
    [sale.operationId],
  )
  if (!found) throw new Error('no such operation')
  return found
}
const events = async (sale: TestSale) =>
  (
    await server.ownerSql<{ event: string }>('select event from operation_events where operation_id = $1 order by seq', [sale.operationId])
  ).map((row) => row.event)
/** A sale whose customer has just identified themselves. */
async function identified(begin: Begin, who = someone(), plan = { product: 'instalments' as const, numInstalments: 6 }) {
  const sale = await beginSale(server, begin)
  await goTo(sale, 'identity', { plan })
  const answer = await sale.call('checkoutIdentify', who)
  expect(answer.status, answer.raw).toBe(200)
  return { sale, answer }
}

/** A defaulted plan of this person. */
async function defaulted(begin: Begin, who: Person): Promise<void> {
  const sale = await beginSale(server, { ...begin, totalCents: 61_100 })
  await sign(sale, { who })
  await server.ownerSql(`update operations set substatus = 'payment_suspended', suspension_reason = 'default' where id = $1`, [
    sale.operationId,
  ])
}

describe("the customer's identity", () => {
  it.each<[string, Partial<Person> | { address: Partial<Person['address']> }]>([
    ['first_name', { firstName: ' ' }],
    ['last_name', { lastName: '' }],
    ['document_id', { documentId: '12345678A' }],
    ['document_id', { documentId: 'A28015865' }],
    ['document_id', { documentId: '' }],
    ['birthday', { birthday: addMonths(madridDay(new Date()), -17 * 12) }],
    ['birthday', { birthday: '1800-01-01' }],
    ['email', { email: 'ana@mora' }],
    ['address.street', { address: { street: '' } }],
    ['address.city', { address: { city: '' } }],
    ['address.postcode', { address: { postcode: '53001' } }],
    ['address.postcode', { address: { postcode: '1000-001' } }],
    ['address.postcode', { address: { postcode: '28001', country: 'PT' } }],
  ])('is refused with the field %s: %o', async (name, identity) => {
    const sale = await beginSale(server)
    await goTo(sale, 'identity')
    const address = { ...ana.address, ...('address' in identity ? identity.address : {}) }
    const answer = await sale.call('checkoutIdentify', { ...someone(), ...identity, address })
    expect([answer.status, answer.error.fields?.map((field) => field.name)]).toEqual([400, [name]])
    expect(answer.error.fields?.[0]?.message.length).toBeGreaterThan(15)
    expect(await state(sale)).toMatchObject({ substatus: 'pending_customer', document_number: null })
  })

  it('must be of age 18 on the day in Madrid', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'identity')
    // On 29 February: somebody born on the last day of February eighteen years earlier.
    const birthday = addMonths(madridDay(server.services.now()), -18 * 12)
    const who = someone()
    expect((await sale.call('checkoutIdentify', { ...who, birthday: addDays(birthday, 1) })).status).toBe(400)
    expect((await sale.call('checkoutIdentify', { ...who, birthday })).status).toBe(200)
  })

  it('is stored without separators and cannot be changed', async () => {
    const who = someone()
    const spaced = `${who.documentId.slice(0, 4)}.${who.documentId.slice(4, 8)}-${who.documentId.slice(8).toLowerCase()}`
    const { sale } = await identified({}, { ...who, documentId: spaced })
    expect((await state(sale)).document_number).toBe(who.documentId)
    expect((await sale.call('checkoutIdentify', someone())).error.type).toBe('StepNotAllowed')
    expect((await state(sale)).document_number).toBe(who.documentId)
  })

  it('can have an address in Portugal and a NIE', async () => {
    const address = { street: 'Rua Augusta 1', postcode: '1000-001', city: 'Lisboa', country: 'PT' as const }
    const { answer } = await identified({}, { ...someone(), documentId: 'X1234567L', address })
    expect(answer.body).toMatchObject({ step: 'card', customer: { address } })
  })
})

describe('a refusal', () => {
  it("gives the customer no reason and suggests amounts within the shop's public limits", async () => {
    const { sale, answer } = await identified({ mode: 'sandbox', totalCents: 36_000 }, { ...ana, documentId: '99999998T' })
    expect(answer.body).toMatchObject({
      status: 'refused',
      step: 'outcome',
      alternatives: [18_000, 12_000],
      customer: null,
      plans: [],
      phone: null,
    })
    expect(await state(sale)).toMatchObject({ substatus: 'rejected', status_reason: 'ko_generic' })
    const small = await identified({ mode: 'sandbox', totalCents: 2_500 }, { ...ana, documentId: '99999998T' })
    expect(small.answer.body.alternatives).toEqual([1_200])
  })

  it('gives the shop only the generic reason: no call, event, notification or audit entry names the rule', async () => {
    const who = someone()
    await defaulted({ merchantId: ids.merchantB1 }, who)
    const { sale, answer } = await identified({ merchantId: ids.merchantB1 }, who)
    expect(answer.body.status).toBe('refused')
    const params = { merchantId: hexOf(ids.merchantB1), operationId: hexOf(sale.operationId), orderUuid: hexOf(sale.checkoutId) }
    const answers = await Promise.all([
      server.call('operationDetail', { as: 'ownerB', params }),
      server.call('operationList', { as: 'ownerB', params }),
      server.call('checkoutOfflineCheck', { as: 'ownerB', params }),
      server.call('checkoutOfflineList', { as: 'ownerB', params }),
      server.call('notificationList', { as: 'ownerB' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const history = await server.ownerSql(
      `select (select json_agg(e) from operation_events e where e.operation_id = $1) as events, (select json_agg(a) from audit_entries a where a.merchant_id = $2) as trail,
        (select json_agg(o) from operations o where o.id = $1) as operation, (select json_agg(c) from checkouts c where c.operation_id = $1) as checkout,
        (select json_agg(n) from notifications n where n.merchant_id = $2) as notices`,
      [sale.operationId, ids.merchantB1],
    )
    const everything = answers.map(({ raw }) => raw).join() + answer.raw + JSON.stringify(history)
    expect(answers[0].raw).toContain('ko_generic')
    for (const [rule] of decisionRules) expect(everything, rule).not.toContain(rule)
  })

  it('logs the rule as a code, without personal data', async () => {
    const { log } = server.services
    const lines: string[] = []
    server.services.log = (...line) => void lines.push(JSON.stringify(line))
    const who = { ...ana, documentId: '99999998T' }
    await identified({ mode: 'sandbox', totalCents: 45_600 }, who)
    server.services.log = log
    expect(lines.filter((line) => line.includes('decided'))).toEqual([
      JSON.stringify(['info', 'decided', { outcome: 'refuse', rule: 'sandbox_refused', mode: 'sandbox' }]),
    ])
    for (const secret of [who.documentId, who.email, 'García']) expect(lines.join(), secret).not.toContain(secret)
  })

  it('follows three other requests of the document in 24 hours, and not after them', async () => {
    const who = someone()
    const again = async (totalCents: number) => (await identified({ totalCents }, who)).answer.body.status
    expect([await again(10_000), await again(10_100), await again(10_200), await again(10_300)]).toEqual([
      'open',
      'open',
      'open',
      'refused',
    ])
    server.moveClock(24 * hour)
    expect(await again(10_400)).toBe('open')
  })

  it('counts requests of the document in this shop and mode only', async () => {
    const who = someone()
    await defaulted({ merchantId: ids.merchantA2 }, who)
    await defaulted({ mode: 'sandbox' }, who)
    expect((await identified({}, who)).answer.body.step).toBe('card')
    expect((await identified({ merchantId: ids.merchantA2 }, who)).answer.body.status).toBe('refused')
  })

  it('follows two active plans when their debt and this order exceed 3.000 €', async () => {
    const who = someone()
    for (const totalCents of [125_000, 124_900]) await sign(await beginSale(server, { totalCents }), { who })
    server.moveClock(25 * hour)
    expect((await identified({ totalCents: 50_000 }, who)).answer.body.status).toBe('open')
    expect((await identified({ totalCents: 50_200 }, who)).answer.body.status).toBe('refused')
  })
})

describe('a similar order', () => {
  it('of the same person within half an hour ends the new one as a duplicate and notifies the team', async () => {
    const who = someone()
    const first = await identified({ merchantId: ids.merchantA2, totalCents: 22_200, mid: 'UNO' }, who)
    const second = await identified({ merchantId: ids.merchantA2, totalCents: 22_200, mid: 'DOS' }, who)
    expect(second.answer.body).toMatchObject({ status: 'duplicated', customer: null })
    expect(await state(second.sale)).toMatchObject({ substatus: 'stopped_duplicated', duplicate_of: first.sale.operationId })
    expect((await state(first.sale)).substatus).toBe('pending_customer')
    const notices = await server.ownerSql(`select from notifications where type = 'duplicated_operation' and action_url like $1`, [
      `%${hexOf(second.sale.operationId)}`,
    ])
    expect(notices).toHaveLength(1)
  })

  it('is stopped once, whichever of several concurrent ones comes first', async () => {
    const who = someone()
    const sales = await Promise.all(Array.from({ length: 6 }, () => beginSale(server, { merchantId: ids.merchantA2, totalCents: 33_300 })))
    for (const sale of sales) await goTo(sale, 'identity')
    const answers = await Promise.all(sales.map((sale) => sale.call('checkoutIdentify', who)))
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual([...Array.from({ length: 5 }, () => 'duplicated'), 'open'])
  })
})

describe('an identity check', () => {
  const challenged = () => identified({ mode: 'sandbox', totalCents: 1_000 * (50 + (nth += 1)) }, { ...ana, documentId: '99999995C' })
  let nth = 0
  const clean = () => server.ownerSql(`update operations set document_number = null where document_number = '99999995C'`)

  it('extends the expiry by two days, and once passed continues to card and signature (T3, T7)', async () => {
    await clean()
    const { sale, answer } = await challenged()
    expect(answer.body).toMatchObject({ status: 'open', step: 'challenge', challenge: { attemptsLeft: 3 } })
    const left = new Date(answer.body.challenge?.until ?? '').getTime() - server.services.now().getTime()
    expect(left).toBeGreaterThan((72 + 47) * hour)
    const passed = await sale.call('checkoutChallenge', { supportNumber: 'abc 123456' })
    expect(passed.body.step).toBe('card')
    await sale.call('checkoutCard', { token: 'sim_accepted_visa_1111_a1b2c3d4' })
    const { plans } = (await sale.call('checkoutView')).body
    const chosen = plans.find((plan) => plan.product === 'instalments' && plan.numInstalments === 6)
    const signed = await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: chosen?.totalPrice ?? 0 })
    expect(signed.body.status, signed.raw).toBe('approved')
    expect(await events(sale)).toEqual(['created_with_consent', 'consent_confirmed', 'challenge_needed', 'credit_accepted', 'confirmed'])
  })

  it('ends the request at the third wrong number (T4); a malformed one is not counted', async () => {
    await clean()
    const { sale } = await challenged()
    expect((await sale.call('checkoutChallenge', { supportNumber: '123' })).error.fields?.[0]?.name).toBe('support_number')
    const first = await sale.call('checkoutChallenge', { supportNumber: 'AAA000000' })
    expect([first.status, first.error.type, first.error.message]).toEqual([
      409,
      'CodeWrong',
      'Ese número no es el de tu documento. Te quedan 2 intentos.',
    ])
    const second = await sale.call('checkoutChallenge', { supportNumber: 'AAA000000' })
    expect(second.error.message).toContain('Te queda un intento.')
    const third = await sale.call('checkoutChallenge', { supportNumber: 'AAA000000' })
    expect(third.body).toMatchObject({ status: 'refused', customer: null })
    expect(await state(sale)).toMatchObject({ substatus: 'rejected', status_reason: 'failed_challenge' })
    expect((await sale.call('checkoutChallenge', { supportNumber: 'ABC123456' })).error.type).toBe('StepNotAllowed')
  })

  it("ends immediately at somebody else's number (T4)", async () => {
    await clean()
    const { sale } = await challenged()
    const ended = await sale.call('checkoutChallenge', { supportNumber: 'ZZZ000000' })
    expect(ended.body).toMatchObject({ status: 'refused', customer: null })
    expect(await state(sale)).toMatchObject({ substatus: 'rejected', status_reason: 'failed_challenge' })
  })

  it('counts concurrent attempts: each check takes one number', async () => {
    await clean()
    const { sale } = await challenged()
    const tries = await Promise.all(Array.from({ length: 8 }, () => sale.call('checkoutChallenge', { supportNumber: 'AAA000000' })))
    for (const { status, error } of tries) expect(['ended', 'CodeWrong', 'StepNotAllowed']).toContain(status === 200 ? 'ended' : error.type)
    const [row] = await server.ownerSql<{ counted: number; failed: number }>(
      `select c.challenge_attempts as counted, (select count(*)::int from identity_checks i where i.checkout_id = c.id and i.state = 'failed') as failed
        from checkouts c where c.id = $1`,
      [sale.checkoutId],
    )
    expect(row?.failed).toBeGreaterThanOrEqual(1)
    expect(row?.failed).toBeLessThanOrEqual(3)
    expect(row?.counted).toBe(row?.failed)
  })

  it('that is not finished in time expires, and a new link can be requested once', async () => {
    await clean()
    const { sale } = await challenged()
    server.moveClock((72 + 49) * hour)
    const late = await sale.call('checkoutChallenge', { supportNumber: 'ABC123456' })
    expect([late.status, late.error.type, late.error.message]).toEqual([
      409,
      'StepNotAllowed',
      'Este enlace ha caducado. Puedes pedir otro a la tienda.',
    ])
    const seen = await sale.call('checkoutView')
    expect(seen.body).toMatchObject({ status: 'expired', step: 'outcome', customer: null, anotherLinkAskedAt: null })
    const answer = await sale.call('checkoutAnotherLink')
    expect(answer.body.anotherLinkAskedAt).not.toBeNull()
    server.moveClock(60_000)
    expect((await sale.call('checkoutAnotherLink')).body.anotherLinkAskedAt).toBe(answer.body.anotherLinkAskedAt)
  })
})

describe("the customer's bank", () => {
  const saleAtBank = () => identified({ totalCents: 100_000 })
  it('is asked from 1.000 €, may be retried, and its answer lets the customer continue (T3, R2)', async () => {
    expect((await identified({ totalCents: 99_900 })).answer.body.step).toBe('card')
    const { sale, answer } = await saleAtBank()
    expect(answer.body).toMatchObject({ step: 'bank', bank: { failed: false } })
    expect((await sale.linkBank('2100', false)).body).toMatchObject({
      step: 'bank',
      bank: { failed: true },
    })
    for (const [bankCode, failed] of [
      ['9901', true],
      ['9902', false],
      ['9904', true],
      ['9905', true],
      ['9911', true],
      ['9900', true],
    ] as const) {
      expect((await sale.linkBank(bankCode)).body.bank, bankCode).toMatchObject({ failed })
    }
    expect((await sale.linkBank('2100')).body).toMatchObject({ step: 'card', bank: null })
    expect(await events(sale)).toEqual(['created_with_consent', 'consent_confirmed', 'bank_link_needed', 'bank_linked'])
    const consents = await server.ownerSql<{ status: string; error_code: string | null }>(
      'select status, error_code from bank_consents order by created_at desc limit 8',
    )
    expect(consents.map(({ status, error_code }) => `${status} ${error_code}`)).toEqual([
      'confirmed null',
      'failed P000',
      'failed T001',
      'failed C005',
      'expired C004',
      'expired C002',
      'failed C001',
      'failed C001',
    ])
  })

  it('leads to a refusal when too little is left, and none of its figures is stored', async () => {
    const { sale } = await saleAtBank()
    expect((await sale.linkBank('9950')).body.status).toBe('refused')
    expect(await state(sale)).toMatchObject({ substatus: 'rejected', status_reason: 'ko_generic' })
    const consents = JSON.stringify(await server.ownerSql('select * from bank_consents'))
    expect(consents).not.toMatch(/60000|75000|income/)
  })

  it('is asked for one sale only: its answer does not count for another one', async () => {
    const who = someone()
    const refused = await identified({ totalCents: 120_000 }, who)
    expect((await refused.sale.linkBank('9950')).body.status).toBe('refused')
    expect((await identified({ totalCents: 121_000 }, who)).answer.body.step).toBe('bank')
  })

  it('is asked again when the customer chooses larger payments, and not for smaller ones', async () => {
    const { sale } = await identified({ totalCents: 110_000 }, someone(), { product: 'instalments', numInstalments: 6 })
    await sale.linkBank('2100')
    expect((await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 12 })).body.step).toBe('card')
    expect((await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 3 })).body.step).toBe('bank')
    expect((await sale.linkBank('9950')).body.status).toBe('refused')
  })
})
