import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { beginSale, goTo, sign, someone } from '../../testing/checkout/testSale.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.ownerSql(
    `update merchant_terms set downpayment = 'equal', opening_fee_bps = 200 where product = 'instalments' and merchant_id = $1`,
    [ids.merchantA2],
  )
})
afterAll(() => server.close())

const evil = `</td><script>alert(1)</script><img src=x onerror="alert(1)">`
/** Replaces no-break spaces in figures, which a reader does not notice. */
const plain = (html: string) => html.replaceAll('\u00a0', ' ')

describe('the contract page', () => {
  it('contains before signing what the law requires, with every figure of the plan', async () => {
    const sale = await beginSale(server, { merchantId: ids.merchantA2 })
    expect((await sale.call('checkoutContract')).error.type).toBe('StepNotAllowed')
    await goTo(sale, 'consent')
    const answer = await sale.call('checkoutContract')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="informacion-[0-9a-f]{8}\.html"$/)
    const html = plain(answer.raw)
    const plan = (await sale.call('checkoutView')).body.plans.find((one) => one.numInstalments === 6)
    if (!plan) throw new Error('the plan is not offered')
    const euros = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')} €`
    for (const figure of [
      plan.downpaymentAmount,
      plan.openingFeeAmount,
      plan.firstPaymentAmount,
      plan.principalAmount,
      plan.instalmentAmount,
      plan.lastInstalmentAmount,
      plan.totalInterest,
      plan.totalDue,
      plan.totalPrice,
      plan.instalments.reduce((sum, one) => sum + one.amount, 0) + plan.openingFeeAmount,
    ])
      expect(html, String(figure)).toContain(euros(figure))
    expect(plan.openingFeeAmount).toBeGreaterThan(0)
    for (const { dueOn } of plan.instalments) expect(html).toContain(dueOn.split('-').toReversed().join('.'))
    for (const words of [
      'Información normalizada europea sobre el crédito al consumo',
      'Atención: tomar dinero prestado cuesta dinero.',
      '19,99 % nominal anual (TIN), fijo',
      'TAE',
      'Desistimiento',
      '14 días naturales',
      'Reembolso anticipado',
      'Tienda Triana',
      'No has firmado nada todavía',
    ])
      expect(html).toContain(words)
  })

  it('is the contract afterwards, with who signed it and when', async () => {
    const sale = await beginSale(server, { merchantId: ids.merchantA2 })
    const who = someone()
    await sign(sale, { who })
    const html = (await sale.call('checkoutContract')).raw
    for (const words of [
      'Contrato de crédito al consumo',
      'Firmado electrónicamente',
      `Ana García López, ${who.documentId}`,
      'Calle Mayor 1, 28001 Madrid',
    ])
      expect(html).toContain(words)
    expect(html).not.toContain('No has firmado nada')
  })

  it('names its customer on another device only after a code of its own', async () => {
    const sale = await beginSale(server, { merchantId: ids.merchantA2 })
    const who = someone()
    await sign(sale, { who })
    const elsewhere = sale.browser()
    const before = await elsewhere('checkoutView')
    expect([before.body.customer, before.body.codeTo?.to, (await elsewhere('checkoutContract')).raw.includes(who.documentId)]).toEqual([
      null,
      expect.stringContaining('•••'),
      false,
    ])
    // The code entered before signing is used up.
    expect((await elsewhere('checkoutCode', { code: await sale.code() })).error.type).toBe('CodeWrong')
    server.moveClock(120_000)
    expect((await elsewhere('checkoutCodeSend')).status).toBe(200)
    const code = await sale.code()
    expect((await elsewhere('checkoutCode', { code: code === '000000' ? '000001' : '000000' })).error.type).toBe('CodeWrong')
    expect((await elsewhere('checkoutContract')).raw).not.toContain(who.documentId)
    const known = await elsewhere('checkoutCode', { code })
    expect([known.status, known.body.status, known.body.customer?.documentId]).toEqual([200, 'approved', who.documentId])
    expect((await elsewhere('checkoutContract')).raw).toContain(who.documentId)
    // The step is unchanged: nothing else may be done there.
    expect((await elsewhere('checkoutDismiss')).error.type).toBe('StepNotAllowed')
  })

  it('runs no script and loads nothing, whatever the names of shop, article or customer', async () => {
    await server.ownerSql('update merchants set name = $2 where id = $1', [ids.merchantB1, evil])
    const sale = await beginSale(server, { merchantId: ids.merchantB1 })
    await goTo(sale, 'card', {
      who: { ...someone(), firstName: evil.slice(0, 80), address: { street: evil, postcode: '28001', city: evil, country: 'ES' } },
    })
    const { raw } = await sale.call('checkoutContract')
    expect(raw).toContain('&lt;/td&gt;&lt;script&gt;')
    expect(raw).not.toMatch(/<script|<img|<link|<[^>]*\s(?:on\w+|href|src|style)=|url\(|@import|javascript:|https?:/)
  })

  it('says in sandbox that it has no legal effect', async () => {
    const sale = await beginSale(server, { mode: 'sandbox' })
    await goTo(sale, 'consent')
    expect((await sale.call('checkoutContract')).raw).toContain('Documento de prueba')
    const live = await beginSale(server)
    await goTo(live, 'consent')
    expect((await live.call('checkoutContract')).raw).not.toContain('Documento de prueba')
  })
})

describe('a postcode', () => {
  it('fills in the town, for a customer and for the shop', async () => {
    const sale = await beginSale(server)
    const query = { code: '28001' }
    const madrid = [{ code: '28001', city: 'Madrid', state: 'Madrid', stateCode: '28', region: expect.any(String), country: 'ES' }]
    const customer = await sale.call('checkoutPostcodes', undefined, { query } as never) // a test sale types bodies only
    expect([customer.status, customer.body]).toEqual([200, madrid])
    const shop = await server.call('postcodes', { as: 'guestA', query })
    expect([shop.status, shop.body]).toEqual([200, madrid])
    const wrong = await server.call('postcodes', { as: 'guestA', query: { code: '2800' } })
    expect([wrong.status, wrong.error.fields?.[0]?.name]).toEqual([400, 'code'])
  })
})
