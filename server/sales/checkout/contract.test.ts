import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { pdfPages } from '../../testing/invoices/testPdf.ts'
import { mailServer } from '../../testing/outbox/mailServer.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { makePost } from '../../platform/outbound/post.ts'
import { readEmail } from '../../platform/outbound/storedMail.ts'
import { beginSale, callerOf, goTo, sign, someone } from '../../testing/checkout/testSale.ts'

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
/** What a reader sees, with usual spaces in figures. */
const wordsOf = ({ bytes }: { bytes: Uint8Array }) => pdfPages(bytes).flat().join(' ').replaceAll('\u00a0', ' ')

describe('the contract', () => {
  it('contains before signing what the law requires, with every figure of the plan', async () => {
    const sale = await beginSale(server, { merchantId: ids.merchantA2 })
    expect((await sale.call('checkoutContract')).error.type).toBe('StepNotAllowed')
    await goTo(sale, 'consent')
    const answer = await sale.call('checkoutContract')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="informacion-[0-9A-F]{8}\.pdf"$/)
    const words = wordsOf(answer)
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
      expect(words, String(figure)).toContain(euros(figure))
    expect(plan.openingFeeAmount).toBeGreaterThan(0)
    for (const { dueOn } of plan.instalments) expect(words).toContain(dueOn.split('-').toReversed().join('.'))
    for (const wording of [
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
      expect(words).toContain(wording)
    expect(pdfPages(answer.bytes).map((lines) => lines.at(-1))).toEqual(['Página 1 de 2', 'Página 2 de 2'])
  })

  it('repeats the headings of its tables on every page, and leaves no total alone, however long they are', async () => {
    const sale = await beginSale(server, { merchantId: ids.merchantA2 })
    await goTo(sale, 'consent')
    const contractOf = async (many: number) => {
      const one = { quantity: 1, price: 0, taxRate: 2100, discount: 0, total: 1_000 }
      const articles = Array.from({ length: many }, (_, nth) => ({ ...one, name: `Artículo ${nth}` }))
      await server.ownerSql('update carts set articles = $2::jsonb where operation_id = $1', [sale.operationId, JSON.stringify(articles)])
      const pages = pdfPages((await sale.call('checkoutContract')).bytes)
      const has = (part: RegExp) => pages.map((words) => words.some((line) => part.test(line)))
      expect(has(/^Bien o servicio$/)).toEqual(has(/^Artículo \d/))
      expect(pages[has(/^Precio al contado$/).indexOf(true)]).toContain(`Artículo ${many - 1}`)
      const calendar = pages.find((words) => words.includes('5. Calendario de pagos')) ?? []
      expect(calendar.slice(calendar.indexOf('5. Calendario de pagos'))).toContainEqual(expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/))
      return pages.map((words) => words.filter((line) => line.startsWith('Artículo ')).length)
    }
    const [onTheFirst = 0, onTheSecond] = await contractOf(60)
    expect(onTheSecond).toBeGreaterThan(0)
    // As many as fit on the first page without the total.
    expect((await contractOf(onTheFirst)).slice(0, 2)).toEqual([onTheFirst - 1, 1])
  })

  it('is the contract afterwards, with who signed it and when', async () => {
    const sale = await beginSale(server, { merchantId: ids.merchantA2, mid: 'PED/7 «2026»' })
    const who = someone()
    await sign(sale, { who })
    const contract = await sale.call('checkoutContract')
    expect(contract.headers.get('content-disposition')).toBe('attachment; filename="contrato-PED-7-2026.pdf"')
    const words = wordsOf(contract)
    for (const wording of [
      'Contrato de crédito al consumo',
      'Firmado electrónicamente',
      `Ana García López, ${who.documentId}`,
      'Calle Mayor 1, 28001 Madrid',
    ])
      expect(words).toContain(wording)
    expect(words).not.toContain('No has firmado nada')
  })

  it('names its customer on another device only after a code of its own', async () => {
    const sale = await beginSale(server, { merchantId: ids.merchantA2 })
    const who = someone()
    await sign(sale, { who })
    const elsewhere = sale.browser()
    const before = await elsewhere('checkoutView')
    expect([before.body.customer, before.body.codeTo?.to, wordsOf(await elsewhere('checkoutContract')).includes(who.documentId)]).toEqual([
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
    expect(wordsOf(await elsewhere('checkoutContract'))).not.toContain(who.documentId)
    const known = await elsewhere('checkoutCode', { code })
    expect([known.status, known.body.status, known.body.customer?.documentId]).toEqual([200, 'approved', who.documentId])
    expect(wordsOf(await elsewhere('checkoutContract'))).toContain(who.documentId)
    // The step is unchanged: nothing else may be done there.
    expect((await elsewhere('checkoutDismiss')).error.type).toBe('StepNotAllowed')
  })

  it('runs nothing, loads nothing and cuts nothing, whatever the names of shop, article or customer', async () => {
    const long = `W${'olfeschlegelsteinhausenbergerdorff'.repeat(4)}`
    await server.ownerSql('update merchants set name = $2 where id = $1', [ids.merchantB1, `${evil} ${long}`])
    const sale = await beginSale(server, { merchantId: ids.merchantB1 })
    await goTo(sale, 'card', {
      who: {
        ...someone(),
        firstName: 'Łucja Şükrü',
        lastName: long.slice(0, 80),
        address: { street: evil, postcode: '28001', city: 'Æbeltoft', country: 'ES' },
      },
    })
    const answer = await sale.call('checkoutContract')
    const words = wordsOf(answer)
    for (const wording of ['Łucja Şükrü', 'Æbeltoft']) expect(words).toContain(wording)
    for (const wording of [`${evil}${long}`, long.slice(0, 80)]) expect(words.replaceAll(' ', '')).toContain(wording.replaceAll(' ', ''))
    expect(answer.bytes.toString('latin1')).not.toMatch(/\/(?:JS|JavaScript|URI|OpenAction|Launch|AA)\b/)
  })

  it('goes with the e-mail of the approval, whole and with its customer, over SMTP', async () => {
    const sale = await beginSale(server, { mid: 'PED-8' })
    const who = someone()
    await sign(sale, { who })
    const smtp = await mailServer()
    const post = makePost({ ...server.services.config, smtpUrl: smtp.url }, () => {})
    await sendOutbox({ ...server.services, mail: post.send })
    post.close()
    await smtp.close()
    const heard = smtp.heard.find(({ to }) => to.includes(who.email))
    const { attachments, text } = await readEmail(Buffer.from(heard?.text ?? ''))
    expect(attachments.map(({ name, mediaType }) => [name, mediaType])).toEqual([['contrato-PED-8.pdf', 'application/pdf']])
    expect(text).toContain('El contrato va adjunto en PDF.')
    const words = wordsOf({ bytes: attachments[0]?.content ?? new Uint8Array() })
    for (const wording of ['Contrato de crédito al consumo', `Ana García López, ${who.documentId}`, 'Página 1 de'])
      expect(words).toContain(wording)
  })

  it('is not given for a link that was tampered with, nor for that of another sale', async () => {
    const [sale, other] = [await beginSale(server), await beginSale(server)]
    await sign(sale, { who: someone() })
    const tampered = `${sale.token.startsWith('A') ? 'B' : 'A'}${sale.token.slice(1)}`
    for (const token of [tampered, other.token]) {
      const answer = await callerOf(server, sale.checkoutId, token)('checkoutContract')
      expect([answer.status, answer.bytes.includes('%PDF')]).toEqual([404, false])
    }
  })

  it('says in sandbox that it has no legal effect', async () => {
    const sale = await beginSale(server, { mode: 'sandbox' })
    await goTo(sale, 'consent')
    expect(wordsOf(await sale.call('checkoutContract'))).toContain('Documento de prueba')
    const live = await beginSale(server)
    await goTo(live, 'consent')
    expect(wordsOf(await live.call('checkoutContract'))).not.toContain('Documento de prueba')
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
