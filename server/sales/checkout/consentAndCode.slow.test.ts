import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { ids } from '../../testing/testFixture.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { beginSale, callerOf, goTo, someone, type TestSale } from '../../testing/checkout/testSale.ts'
import { pdfPages } from '../../testing/invoices/testPdf.ts'

/** What a reader of a contract sees. */
const wordsOf = ({ bytes }: { bytes: Uint8Array }) => pdfPages(bytes).flat().join(' ')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const seconds = 1_000
const both = { privacy: true, creditCheck: true }
const resultOf = (answer: { status: number; error: { type?: string } }) =>
  answer.status === 200 ? '200' : `${answer.status} ${answer.error.type}`
const row = async (sale: TestSale) =>
  (
    await server.ownerSql<Record<string, unknown>>(
      'select c.*, o.status_reason, o.phone from checkouts c join operations o on o.id = c.operation_id where c.id = $1',
      [sale.checkoutId],
    )
  )[0] ?? {}
/** A code different from the one sent. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the consents', () => {
  it.each([
    [{ privacy: false, creditCheck: true }, ['privacy']],
    [{ privacy: true, creditCheck: false }, ['credit_check']],
    [{ privacy: false, creditCheck: false }, ['privacy', 'credit_check']],
  ])('are both required: %o', async (body, missing) => {
    const sale = await beginSale(server)
    await goTo(sale, 'consent')
    const answer = await sale.call('checkoutConsent', body)
    expect([answer.status, answer.error.fields?.map((field) => field.name)]).toEqual([400, missing])
    expect(await row(sale)).toMatchObject({ consents_given_at: null, codes_sent: 0 })
  })

  it('require a mobile once, which can be corrected while nothing else is known', async () => {
    const sale = await beginSale(server, { phone: null })
    await goTo(sale, 'consent')
    const field = async (phone?: string) => {
      const answer = await sale.call('checkoutConsent', { ...both, ...(phone === undefined ? {} : { phone }) })
      return answer.status === 200 ? answer.body.phone : `${answer.error.fields?.[0]?.name} ${answer.error.fields?.[0]?.code}`
    }
    expect(await field()).toBe('phone required')
    for (const wrong of ['912345678', '61234567', '512345678', '+33612345678', 'seis'])
      expect(await field(wrong), wrong).toBe('phone format')
    expect(await field('0034 612 34 56 78')).toBe('6•• ••• 678')
    server.moveClock(31 * seconds)
    expect(await field('622 222 222')).toBe('6•• ••• 222')
    expect(await row(sale)).toMatchObject({ phone: '622222222', codes_sent: 2 })
  })

  it('never send the code to another phone once anything is known', async () => {
    const sale = await beginSale(server, { phone: '611111111' })
    await goTo(sale, 'card', { who: someone() })
    server.moveClock(31 * seconds)
    const thief = sale.browser()
    const answer = await thief('checkoutConsent', { ...both, phone: '699999999' })
    expect([resultOf(answer), answer.error.fields?.[0]?.name]).toEqual(['400 ApiValidationException', 'phone'])
    expect(await row(sale)).toMatchObject({ phone: '611111111', codes_sent: 1 })
    expect(resultOf(await thief('checkoutConsent', { ...both, phone: '611 111 111' }))).toBe('200')
  })
})

describe('the code', () => {
  it('is shown in sandbox only and not stored', async () => {
    const live = await beginSale(server)
    await goTo(live, 'code')
    const seen = await live.call('checkoutView')
    expect(seen.body.code).toMatchObject({ attemptsLeft: 5, shown: null })
    expect(seen.raw).not.toContain(await live.code())
    const sandbox = await beginSale(server, { mode: 'sandbox' })
    await goTo(sandbox, 'code')
    expect((await sandbox.call('checkoutView')).body.code?.shown).toBe(await sandbox.code())
    const deliveries = await server.ownerSql('select state, problem from deliveries where checkout_id = $1', [sandbox.checkoutId])
    expect(deliveries).toEqual([{ state: 'not_sent', problem: 'sandbox' }])
  })

  it('confirms the consents (R1) and binds the browser that entered it', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'code')
    expect(await row(sale)).toMatchObject({ status_reason: 'consent_required', progress: 'created' })
    const answer = await sale.call('checkoutCode', { code: await sale.code() })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      new RegExp(`^co=[A-Za-z0-9_-]{43}; HttpOnly; SameSite=Strict; Path=/v2/checkout/${hexOf(sale.checkoutId)}; Max-Age=\\d+$`),
    )
    expect(answer.body.step).toBe('identity')
    const stored = await row(sale)
    expect(stored).toMatchObject({ status_reason: 'in_process', progress: 'consent_confirmed', code_sent_at: null })
    expect(JSON.stringify(stored)).not.toContain(cookie.slice(3, 46))
  })

  it('sets a secure cookie when the site uses HTTPS', async () => {
    const secure = await startTestServer({ database: server.database, config: { publicUrl: 'https://tienda.test' } })
    const sale = await beginSale(secure)
    await goTo(sale, 'code')
    const answer = await sale.call('checkoutCode', { code: await sale.code() })
    expect(answer.headers.getSetCookie()[0]).toContain('; Secure')
    await secure.close()
  })

  it('is revoked after five wrong attempts, also concurrent ones; a new code works', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'code')
    const right = await sale.code()
    const tries = await Promise.all(Array.from({ length: 12 }, () => sale.browser()('checkoutCode', { code: otherThan(right) })))
    expect(tries.map(resultOf)).toEqual(Array.from({ length: 12 }, () => '409 CodeWrong'))
    expect(await row(sale)).toMatchObject({ code_attempts: 5, device_hash: null })
    expect(resultOf(await sale.call('checkoutCode', { code: right }))).toBe('409 CodeWrong')
    expect((await sale.call('checkoutView')).body.code?.attemptsLeft).toBe(0)
    server.moveClock(31 * seconds)
    expect(resultOf(await sale.call('checkoutCodeSend'))).toBe('200')
    expect(resultOf(await sale.call('checkoutCode', { code: right }))).toBe('409 CodeWrong')
    expect((await sale.call('checkoutCode', { code: await sale.code() })).body.step).toBe('identity')
  })

  it('reports the remaining attempts', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'code')
    const wrong = otherThan(await sale.code())
    const words: string[] = []
    for (let at = 0; at < 5; at += 1) words.push((await sale.call('checkoutCode', { code: wrong })).error.message)
    expect(words).toEqual([
      'El código no es ese. Te quedan 4 intentos.',
      'El código no es ese. Te quedan 3 intentos.',
      'El código no es ese. Te quedan 2 intentos.',
      'El código no es ese. Te queda un intento.',
      'Este código ya no vale: pide otro.',
    ])
  })

  it('is valid for fifteen minutes', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'code')
    server.moveClock(15 * 60 * seconds)
    expect(resultOf(await sale.call('checkoutCode', { code: await sale.code() }))).toBe('409 CodeWrong')
    expect((await sale.call('checkoutView')).body.step).toBe('code')
    expect(resultOf(await sale.call('checkoutCodeSend'))).toBe('200')
    server.moveClock(14 * 60 * seconds)
    expect(resultOf(await sale.call('checkoutCode', { code: await sale.code() }))).toBe('200')
  })

  it('is sent 30 s apart, five times an hour, fifteen times in all', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'code')
    const soon = await sale.call('checkoutCodeSend')
    expect([resultOf(soon), Number(soon.headers.get('retry-after')) > 20]).toEqual(['429 TooManyRequests', true])
    for (let at = 0; at < 4; at += 1) {
      server.moveClock(31 * seconds)
      expect(resultOf(await sale.call('checkoutCodeSend')), String(at)).toBe('200')
    }
    server.moveClock(31 * seconds)
    const sixth = await sale.call('checkoutCodeSend')
    expect([resultOf(sixth), Number(sixth.headers.get('retry-after')) > 3_000]).toEqual(['429 TooManyRequests', true])
    const resendAt = (await sale.call('checkoutView')).body.code?.resendAt ?? ''
    expect(new Date(resendAt).getTime() - server.services.now().getTime()).toBeGreaterThan(3_000 * seconds)
    for (let at = 0; at < 10; at += 1) {
      server.moveClock(3_601 * seconds)
      expect(resultOf(await sale.call('checkoutCodeSend')), String(at)).toBe('200')
    }
    server.moveClock(3_601 * seconds)
    expect(resultOf(await sale.call('checkoutCodeSend'))).toBe('409 StepNotAllowed')
    expect(await row(sale)).toMatchObject({ codes_sent: 15 })
  })
})

describe('another browser with the same link', () => {
  it('must enter a code of its own before it sees any data; then it takes over', async () => {
    const sale = await beginSale(server)
    const who = someone()
    await goTo(sale, 'summary', { who })
    const other = sale.browser()
    const seen = await other('checkoutView')
    expect(seen.body).toMatchObject({ status: 'open', step: 'consent', customer: null, card: null })
    for (const secret of [who.firstName, 'García', who.documentId, who.email, 'Calle Mayor', '1990', '1111'])
      expect(seen.raw, secret).not.toContain(secret)
    const blocked = await Promise.all([
      other('checkoutPlan', { product: 'instalments', numInstalments: 3 }),
      other('checkoutIdentify', someone()),
      other('checkoutCard', { token: 'sim_accepted_visa_2222_aaaabbbb' }),
      other('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 63_546 }),
      other('checkoutDismiss'),
    ])
    expect(blocked.map(resultOf)).toEqual(blocked.map(() => '409 StepNotAllowed'))
    server.moveClock(31 * seconds)
    await other('checkoutConsent', both)
    const wrong = await other('checkoutCode', { code: otherThan(await sale.code()) })
    expect([resultOf(wrong), wrong.headers.getSetCookie()]).toEqual(['409 CodeWrong', []])
    const bound = await other('checkoutCode', { code: await sale.code() })
    expect(bound.body).toMatchObject({ step: 'summary', customer: { documentId: who.documentId } })
    const first = await sale.call('checkoutView')
    expect([first.body.step, first.body.customer]).toEqual(['consent', null])
  })

  it('sees only the outcome, and the contract without a name', async () => {
    const sale = await beginSale(server)
    const who = someone()
    await goTo(sale, 'summary', { who })
    await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 63_546 })
    const other = sale.browser()
    const seen = await other('checkoutView')
    expect(seen.body).toMatchObject({ status: 'approved', step: 'outcome', customer: null, card: null, phone: null })
    const contract = await other('checkoutContract')
    expect(contract.status).toBe(200)
    for (const secret of [who.documentId, who.email, 'García', 'Calle Mayor']) {
      expect(seen.raw + wordsOf(contract), secret).not.toContain(secret)
      expect(wordsOf(await sale.call('checkoutContract')).includes(secret), secret).toBe(secret !== who.email)
    }
  })

  it('with a forged cookie counts as another browser', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'card', { who: someone() })
    const answer = await callerOf(server, sale.checkoutId, sale.token)('checkoutView', undefined, {
      headers: { cookie: `co=${'A'.repeat(43)}` },
    })
    expect(answer.body).toMatchObject({ step: 'consent', customer: null })
  })
})

describe('a mistyped mobile', () => {
  const correct = (sale: TestSale, phone: string, by = sale.call) => by('checkoutPhone', { phone })
  const sent = (sale: TestSale) =>
    server.ownerSql<{ recipient: string; generation: number }>(
      'select recipient, generation from deliveries where checkout_id = $1 order by generation',
      [sale.checkoutId],
    )
  const shopSees = async (sale: TestSale) =>
    (
      await server.call('checkoutOfflineCheck', {
        params: { merchantId: hexOf(sale.scope.merchantId), orderUuid: hexOf(sale.checkoutId) },
        as: 'ownerA',
      })
    ).body

  it('is corrected at most twice; each new code revokes the previous one, and the shop sees it', async () => {
    const sale = await beginSale(server, { phone: '612345670' })
    await goTo(sale, 'code')
    const first = await sale.code()
    expect((await shopSees(sale)).correctedPhone).toBeNull()
    const soon = await correct(sale, '622 000 001')
    expect([resultOf(soon), await row(sale)]).toMatchObject([
      '429 TooManyRequests',
      { phone: '612345670', phone_corrections: 0, codes_sent: 1 },
    ])
    server.moveClock(31 * seconds)
    const before = (await shopSees(sale)).version
    const corrected = await correct(sale, '622 000 001')
    expect(corrected.body).toMatchObject({ step: 'code', codeTo: { channel: 'sms', to: '6•• ••• 001' }, phoneCorrectionsLeft: 1 })
    expect(await shopSees(sale)).toMatchObject({ correctedPhone: expect.stringMatching(/^6\d{5}001$/) })
    expect((await shopSees(sale)).version).toBeGreaterThan(before)
    expect(resultOf(await sale.call('checkoutCode', { code: first }))).toBe('409 CodeWrong')
    server.moveClock(31 * seconds)
    expect((await correct(sale, '622000002')).body.phoneCorrectionsLeft).toBe(0)
    server.moveClock(31 * seconds)
    expect((await correct(sale, '622000003')).error).toMatchObject({
      type: 'StepNotAllowed',
      message: 'El móvil ya se ha corregido dos veces. Pide otro enlace a la tienda.',
    })
    expect(resultOf(await sale.call('checkoutConsent', { ...both, phone: '622000003' }))).toBe('400 ApiValidationException')
    expect(await sent(sale)).toEqual([
      { recipient: '6•• ••• 670', generation: 1 },
      { recipient: '6•• ••• 001', generation: 2 },
      { recipient: '6•• ••• 002', generation: 3 },
    ])
    expect((await sale.call('checkoutCode', { code: await sale.code() })).body.step).toBe('identity')
  })

  it('must be a different mobile within the code limits, and is corrected once by concurrent requests', async () => {
    const sale = await beginSale(server, { phone: '612345671' })
    await goTo(sale, 'code')
    server.moveClock(31 * seconds)
    for (const [wrong, code] of [
      ['912345678', 'format'],
      ['seis', 'format'],
      ['612 345 671', 'same'],
    ] as const)
      expect((await correct(sale, wrong)).error.fields?.[0], wrong).toMatchObject({ name: 'phone', code })
    const many = await Promise.all(['622000004', '622000005', '622000006'].map((phone) => correct(sale, phone, sale.browser())))
    expect(many.map(resultOf).toSorted()).toEqual(['200', '429 TooManyRequests', '429 TooManyRequests'])
    expect(await row(sale)).toMatchObject({ phone_corrections: 1, codes_sent: 2 })
  })

  it('cannot be corrected once a code was entered, on any device', async () => {
    const sale = await beginSale(server, { phone: '612345672' })
    await goTo(sale, 'identity')
    server.moveClock(31 * seconds)
    const thief = sale.browser()
    await thief('checkoutConsent', both)
    server.moveClock(31 * seconds)
    expect((await thief('checkoutView')).body).toMatchObject({ step: 'code', phoneCorrectionsLeft: null })
    for (const by of [sale.call, thief]) expect(resultOf(await correct(sale, '622000007', by))).toBe('409 StepNotAllowed')
    expect(await row(sale)).toMatchObject({ phone: '612345672', phone_corrections: 0 })
  })
})

describe('a landline', () => {
  const create = async (customer: { phone: string; email?: string }, channels: ('sms' | 'email')[] = []) =>
    server.call('checkoutOfflineCreate', {
      params: { merchantId: hexOf(ids.merchantA1) },
      as: 'editorA',
      body: {
        submitType: 'user',
        order: { totalAmount: 23_456, articles: [{ name: 'Silla', quantity: 1, price: 23_456, taxRate: 0 }] },
        customer,
        channels,
        allowDuplicate: true,
      },
    })

  it('gets no SMS: link and code go by e-mail', async () => {
    expect((await create({ phone: '912345678' })).error.fields?.[0]).toMatchObject({ name: 'customer.email', code: 'required' })
    expect((await create({ phone: '912345678', email: 'eva@correo.test' }, ['sms', 'email'])).error.fields?.[0]).toMatchObject({
      name: 'channels',
      code: 'landline',
    })
    const { body } = await create({ phone: '91 234 56 78', email: 'eva@correo.test' }, ['email'])
    const call = callerOf(server, uuidOf(body.checkoutId) ?? '', new URL(body.checkoutUrl).hash.slice(1))
    await call('checkoutPlan', { product: 'instalments', numInstalments: 3 })
    const answer = await call('checkoutConsent', both)
    expect(answer.body).toMatchObject({ step: 'code', codeTo: { channel: 'email', to: 'e•••@correo.test' } })
    const sent = await server.ownerSql('select channel, purpose, recipient from deliveries where checkout_id = $1 order by purpose', [
      uuidOf(body.checkoutId),
    ])
    expect(sent).toEqual([
      { channel: 'email', purpose: 'code', recipient: 'e•••@correo.test' },
      { channel: 'email', purpose: 'link', recipient: 'e•••@correo.test' },
    ])
    const code = server.services.tokens.codeOf(uuidOf(body.checkoutId) ?? '', 1)
    expect((await call('checkoutCode', { code })).body.step).toBe('identity')
    // Resending does not let the shop switch to SMS.
    server.moveClock(61 * seconds)
    const again = await server.call('checkoutOfflineResend', {
      params: { merchantId: hexOf(ids.merchantA1), orderUuid: body.orderUuid },
      as: 'editorA',
      body: { channels: ['sms'] },
    })
    expect(again.error.fields?.[0]).toMatchObject({ name: 'channels', code: 'landline' })
  })
})
