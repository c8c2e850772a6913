import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { holdUntilNotified } from '../../testing/events/testEvents.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'
import { bankErrorCodes } from '../../money/payments/accountInformation.ts'
import { answerBank, beginSale, goTo, someone, type Person } from '../../testing/checkout/testSale.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
type Link = { consentId: string; token: string; documentId: string }

/** A bank check requested by the shop, and its customer's link. */
async function saleAtBank({ who = someone(), amount = 120_000, mode = 'live' as 'live' | 'sandbox', again = false } = {}): Promise<
  Link & { who: Person }
> {
  const { body } = await server.call('bankCheck', {
    body: { amount, documentId: who.documentId, shopId: merchantId, ...(again && { again }) },
    as: 'editorA',
    mode,
  })
  const { pathname, hash } = new URL(body.consentUrl ?? '')
  expect(pathname).toBe(`/bank/${body.consentId}`)
  return { who, documentId: who.documentId, consentId: body.consentId ?? '', token: hash.slice(1) }
}
const view = ({ consentId, token }: Link, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  server.call('bankConsentView', { params: { consentId }, headers })
const answer = ({ consentId, token }: Link, body: BodyInput<Api['bankConsentAnswer']>) =>
  server.call('bankConsentAnswer', { params: { consentId }, headers: { authorization: `Bearer ${token}` }, body })
/** Goes to the bank, authorises there and returns. */
const authorise = async (link: Link, bankCode = '2100') => {
  const begun = await answer(link, { authorise: true, documentId: link.documentId, bankCode })
  const returned = begun.status === 200 ? await answerBank(server, begun.body.url) : null
  return returned === null ? begun : answer(link, { authorise: true, returned })
}
const state = async ({ consentId }: Link, as: 'editorA' | 'ownerA' | 'ownerB' | 'limitedA' = 'editorA') =>
  server.call('bankCheckState', { params: { consentId }, as })
const rowOf = async ({ consentId }: Link) =>
  (await server.ownerSql<Record<string, unknown>>('select * from bank_consents where id = $1', [uuidOf(consentId)]))[0] ?? {}

describe('the page of a bank check', () => {
  it('shows the shop and the amount, only to the holder of its link', async () => {
    const link = await saleAtBank()
    expect((await view(link)).body).toMatchObject({
      consentId: link.consentId,
      sandbox: false,
      shop: { name: 'Tienda Gran Vía' },
      amount: 120_000,
      status: 'pending',
      error: null,
      triesLeft: 10,
    })
    const other = await saleAtBank()
    const sale = await beginSale(server)
    const nobody = { ...link, consentId: 'f'.repeat(32) }
    const wrong = [
      await view(link, {}),
      await view(link, { authorization: `Bearer ${other.token}` }),
      await view(link, { authorization: `Bearer ${sale.token}` }),
      await view(link, { authorization: `Bearer ${server.services.tokens.linkOf('checkout', uuidOf(link.consentId) ?? '', 1)}` }),
      await view(nobody),
      await server.call('bankConsentAnswer', {
        params: { consentId: link.consentId },
        headers: { authorization: `Bearer ${other.token}` },
        body: { authorise: false },
      }),
    ]
    expect(wrong.map(({ status, error }) => `${status} ${error.type}`)).toEqual(wrong.map(() => '404 ObjectNotFoundException'))
    // The link gives access to nothing else.
    const elsewhere = await server.call('checkoutView', {
      params: { checkoutId: hexOf(sale.checkoutId) },
      headers: { authorization: `Bearer ${link.token}` },
    })
    expect(elsewhere.status).toBe(404)
    expect(await rowOf(link)).toMatchObject({ status: 'pending', tries: 0 })
  })

  it('lets the shop learn only that it was confirmed, once and permanently', async () => {
    const link = await saleAtBank()
    const done = await authorise(link)
    expect(done.body).toMatchObject({ status: 'confirmed', error: null })
    expect(done.raw).not.toMatch(/income|balance|spare|iban/i)
    expect((await state(link)).raw).toBe(JSON.stringify({ status: 'confirmed', expires_at: done.body.expiresAt }))
    expect((await answer(link, { authorise: false })).body.status).toBe('confirmed')
    expect(await rowOf(link)).toMatchObject({ status: 'confirmed', tries: 1 })
    const again = await server.call('bankCheck', {
      body: { amount: 110_000, documentId: link.documentId, shopId: merchantId },
      as: 'editorA',
    })
    expect(again.body).toEqual({
      required: true,
      status: 'confirmed',
      consentId: link.consentId,
      consentUrl: null,
      expiresAt: done.body.expiresAt,
    })
    const lines = await server.ownerSql(`select role, call, outcome, merchant_id from audit_entries where entity_id = $1 order by seq`, [
      uuidOf(link.consentId),
    ])
    expect(lines.at(-1)).toEqual({ role: 'consumer', call: 'bankConsentAnswer', outcome: 'done', merchant_id: ids.merchantA1 })
  })

  it.each(
    bankErrorCodes.map(
      (code) => [code, { C001: '9901', C002: '9902', C004: '9904', C005: '9905', T001: '9911', P000: '9900' }[code]] as const,
    ),
  )('shows the customer the bank error %s, and the shop its status', async (code, bankCode) => {
    const link = await saleAtBank()
    const status = code === 'C002' ? 'pending' : code === 'C004' ? 'expired' : 'failed'
    expect((await authorise(link, bankCode)).body).toMatchObject({ status, error: code })
    const answer = await state(link)
    expect(answer.body.status).toBe(status)
    expect(answer.raw).not.toContain(code)
    const next = await authorise(link)
    if (code === 'C004') expect(next.error.type).toBe('StepNotAllowed')
    else expect(next.body).toMatchObject({ status: 'confirmed', error: null })
  })

  it('accepts a decline, which can be reverted, and asks for the right document at most ten times', async () => {
    const link = await saleAtBank()
    expect((await answer(link, { authorise: false })).body).toMatchObject({ status: 'failed', error: null, triesLeft: 9 })
    expect((await state(link)).body.status).toBe('failed')
    const field = async (documentId?: string, bankCode = '2100') => {
      const { error } = await answer(link, { authorise: true, bankCode, ...(documentId !== undefined && { documentId }) })
      return `${error.fields?.[0]?.name} ${error.fields?.[0]?.code}`
    }
    expect(await field()).toBe('document_id required')
    expect(await field('12345678A')).toBe('document_id format')
    const tries = await Promise.all(Array.from({ length: 12 }, () => field('12345678Z')))
    expect(tries.filter((one) => one === 'document_id other')).toHaveLength(9)
    expect((await authorise(link)).error).toMatchObject({ type: 'StepNotAllowed', message: expect.stringContaining('demasiadas veces') })
    expect(await rowOf(link)).toMatchObject({ status: 'failed', spare_cents: null })
  })

  it('expires after a day, and the shop may ask again five times a day', async () => {
    const link = await saleAtBank()
    expect((await saleAtBank({ who: link.who })).consentId).toBe(link.consentId)
    await authorise(link, '9911')
    const second = await saleAtBank({ who: link.who, again: true })
    expect(second.consentId).not.toBe(link.consentId)
    for (let at = 2; at < 6; at += 1) await authorise(await saleAtBank({ who: link.who, again: true }), '9911')
    const sixth = await server.call('bankCheck', {
      body: { amount: 120_000, documentId: link.documentId, shopId: merchantId, again: true },
      as: 'editorA',
    })
    expect([sixth.status, sixth.error.message]).toEqual([
      429,
      'Ya se ha preguntado cinco veces por este documento en un día. Se podrá otra vez mañana.',
    ])
    const late = await saleAtBank()
    server.moveClock(86_400_000)
    expect((await view(late)).body.status).toBe('expired')
    expect((await authorise(late)).error.message).toBe('Este enlace ha caducado. Puedes pedir otro a la tienda.')
    expect((await state(late)).body.status).toBe('expired')
  })
})

describe('the shop', () => {
  it('is notified immediately, in its own shop and mode only', async () => {
    const link = await saleAtBank()
    const others = [await state(link, 'ownerB'), await state(link, 'limitedA')]
    expect(others.map(({ error }) => error.type)).toEqual(['ObjectNotFoundException', 'ObjectNotFoundException'])
    const sandbox = await server.call('bankCheckState', { params: { consentId: link.consentId }, as: 'editorA', mode: 'sandbox' })
    expect(sandbox.status).toBe(404)
    const watches = holdUntilNotified(server.services.events)
    const waiting = server.call('bankCheckState', {
      params: { consentId: link.consentId },
      query: { wait: 10, seen: 'pending' },
      as: 'editorA',
    })
    await setTimeout(300)
    await authorise(link)
    expect((await waiting).body.status).toBe('confirmed')
    watches.mockRestore()
  })

  it('sends the page by SMS and e-mail within limits, and stores neither address', async () => {
    const link = await saleAtBank()
    const heard: string[] = []
    const { sms, mail } = server.services
    server.services.sms = { send: async ({ to, text }) => (heard.push(`${to} ${text}`), 'sent') }
    server.services.mail = async ({ to, text }) => void heard.push(`${to} ${text}`)
    const send = (body: BodyInput<Api['bankCheckSend']>, key: string, mode: 'live' | 'sandbox' = 'live', consentId = link.consentId) =>
      server.call('bankCheckSend', { params: { consentId }, body, as: 'editorA', key, mode })
    const both = { channels: ['sms', 'email'] as ('sms' | 'email')[], phone: '612 345 678', email: 'ana@correo.test' }
    const first = await send(both, 'bank-send-0001')
    expect(first.body.sent).toEqual([
      { channel: 'sms', state: 'sent', problem: null },
      { channel: 'email', state: 'sent', problem: null },
    ])
    expect((await send(both, 'bank-send-0001')).body).toEqual(first.body)
    expect(heard).toHaveLength(2)
    for (const one of heard) expect(one).toContain(`/bank/${link.consentId}#${link.token}`)
    expect(heard[0]?.length).toBeLessThanOrEqual(170)
    expect(
      JSON.stringify([
        await rowOf(link),
        await server.ownerSql('select * from audit_entries'),
        await server.ownerSql('select * from deliveries'),
      ]),
    ).not.toMatch(/612345678|ana@correo/)
    expect((await send(both, 'bank-send-0002')).error.type).toBe('TooManyRequests')
    expect((await send({ channels: ['sms'] }, 'bank-send-0003')).error.fields?.[0]?.name).toBe('phone')
    for (let at = 0; at < 4; at += 1) {
      server.moveClock(61_000)
      expect((await send(both, `bank-send-1${at}00`)).status).toBe(200)
    }
    server.moveClock(61_000)
    expect((await send(both, 'bank-send-0009')).error.type).toBe('TooManyRequests')
    const tried = await saleAtBank({ mode: 'sandbox' })
    const before = heard.length
    expect((await send(both, 'bank-send-0010', 'sandbox', tried.consentId)).body.sent[0]).toMatchObject({
      state: 'not_sent',
      problem: 'sandbox',
    })
    expect(heard).toHaveLength(before)
    await authorise(link)
    expect((await send(both, 'bank-send-0011')).error.type).toBe('ResendNotAllowed')
    Object.assign(server.services, { sms, mail })
  })
})

describe('the following sale', () => {
  const stepAfter = async (who: Person, totalCents: number, more: { merchantId?: string } = {}) => {
    const sale = await beginSale(server, { totalCents, ...more })
    await goTo(sale, 'identity', { who })
    return (await sale.call('checkoutIdentify', who)).body
  }

  it('uses the confirmation for at most its amount, while it is valid', async () => {
    const link = await saleAtBank({ amount: 120_000 })
    await authorise(link)
    expect(await stepAfter(link.who, 120_000)).toMatchObject({ status: 'open', step: 'card' })
    expect(await stepAfter(link.who, 130_000)).toMatchObject({ status: 'open', step: 'bank' })
    expect(await stepAfter(someone(), 120_000)).toMatchObject({ status: 'open', step: 'bank' })
    server.moveClock(86_400_000)
    expect(await stepAfter(link.who, 110_000)).toMatchObject({ status: 'open', step: 'bank' })
  })

  it('is refused on an earlier bank answer just as on a new one', async () => {
    const link = await saleAtBank()
    expect((await authorise(link, '9950')).body.status).toBe('confirmed')
    expect((await state(link)).body.status).toBe('confirmed')
    expect(await stepAfter(link.who, 120_000)).toMatchObject({ status: 'refused' })
  })

  it('asks its customer after a decline, or when another account got the answer', async () => {
    const link = await saleAtBank()
    await authorise(link, '9911')
    expect(await stepAfter(link.who, 120_000)).toMatchObject({ step: 'bank' })
    const sale = await saleAtBank()
    await authorise(sale)
    expect(await stepAfter(sale.who, 120_000, { merchantId: ids.merchantB1 })).toMatchObject({ step: 'bank' })
  })

  it("is announced in the language of the customer's last purchase there", async () => {
    const operationId = await writeOperation(server.database.ownerUrl, { phone: '699000111', email: 'mireia@correo.test' })
    await server.ownerSql(
      `insert into checkouts (merchant_id, mode, id, operation_id, submit_type, language, created_at) values ($1, 'live', gen_random_uuid(), $2, 'user', 'ca', now())`,
      [ids.merchantA1, uuidOf(operationId)],
    )
    const heard: string[] = []
    const { sms, mail } = server.services
    server.services.sms = { send: async ({ text }) => (heard.push(text), 'sent') }
    server.services.mail = async ({ text }) => void heard.push(text)
    const link = await saleAtBank()
    const body = { channels: ['sms', 'email'] as ('sms' | 'email')[], phone: '699 000 111', email: 'mireia@correo.test' }
    await server.call('bankCheckSend', { params: { consentId: link.consentId }, body, as: 'editorA', key: 'bank-send-0020' })
    Object.assign(server.services, { sms, mail })
    const page = `/bank/${link.consentId}#${link.token}`
    expect(heard.map((one) => one.includes(page))).toEqual([true, true])
    expect(heard[0]).toContain('confirma-ho amb el teu banc')
    expect(heard[1]).toMatch(/banc/)
    expect(heard[1]).not.toMatch(/banco/)
  })
})
