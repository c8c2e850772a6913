import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { ids, personas, testPassword, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { afterResponseWorkDone } from '../session/afterResponse.ts'

let server: TestServer
let emails: OutgoingEmail[]
const merchantId = hexOf(ids.merchantA1)
beforeEach(async () => {
  server = await startTestServer()
  emails = []
  server.services.mail = (message) => Promise.resolve(void emails.push(message))
})
afterEach(() => server.close())

const read = (as: Persona = 'ownerA', mode: 'live' | 'sandbox' = 'live') =>
  server.call('merchantAccount', { params: { merchantId }, as, mode })
const change = (billingEmail: string, { password = testPassword, as = 'ownerA' as Persona, key = undefined as string | undefined } = {}) =>
  server.call('merchantAccountUpdate', {
    params: { merchantId },
    body: { billingEmail, password },
    as,
    ...(key === undefined ? {} : { key }),
  })
const stored = () =>
  server.ownerSql<{ billing_email: string | null }>('select billing_email from merchants where id = $1', [ids.merchantA1])

it('the billing e-mail is the owner’s address until another is set, and shown to all who see invoices', async () => {
  expect((await read()).body).toEqual({ billingEmail: personas.ownerA.email, sepaMandateRef: null, revision: expect.any(Number) })
  expect((await read('editorA', 'sandbox')).body).toEqual({
    billingEmail: personas.ownerA.email,
    sepaMandateRef: null,
    revision: expect.any(Number),
  })
  expect((await read('guestA')).error.type).toBe('PermissionDenied')
  expect((await read('ownerB')).error.type).toBe('ObjectNotFoundException')
})

it('the billing e-mail changes with the owner’s password; old and new address are notified', async () => {
  const answer = await change(' Facturas@Tienda.Example ', { key: 'once' })
  expect([answer.status, answer.body]).toEqual([200, { billingEmail: 'facturas@tienda.example', sepaMandateRef: null, revision: 2 }])
  expect((await read('adminA')).body).toEqual({
    billingEmail: 'facturas@tienda.example',
    sepaMandateRef: null,
    revision: expect.any(Number),
  })
  await change(' Facturas@Tienda.Example ', { key: 'once' })
  await afterResponseWorkDone()
  expect(emails.map(({ to }) => to)).toEqual([personas.ownerA.email, 'facturas@tienda.example'])
  expect(emails[0]?.subject).toBe('El correo de facturación de «Tienda Gran Vía» ha cambiado')
  expect(emails[0]?.text).toContain('Olga Núñez cambió el correo')
  const lines = await server.ownerSql<{ before: object; after: object }>(
    `select before, after from audit_entries where call = 'merchantAccountUpdate' and outcome = 'done'`,
  )
  expect(lines).toEqual([{ before: { billingEmail: 'o•••@a.test' }, after: { billingEmail: 'f•••@tienda.example' } }])
  const other = await server.call('merchantAccount', { params: { merchantId: hexOf(ids.merchantA2) }, as: 'ownerA' })
  expect(other.body).toEqual({ billingEmail: personas.ownerA.email, sepaMandateRef: null, revision: expect.any(Number) })
})

it('the billing e-mail is refused to everybody but the owner, without any change', async () => {
  for (const as of ['adminA', 'editorA', 'guestA'] as const)
    expect((await change('x@x.example', { as })).error.type).toBe('PermissionDenied')
  expect((await change('x@x.example', { as: 'ownerB' })).error.type).toBe('ObjectNotFoundException')
  expect(await stored()).toEqual([{ billing_email: null }])
})

it('the billing e-mail is refused for an invalid address, and for a wrong password, which counts like any other', async () => {
  const bad = await change('facturas@tienda')
  expect([bad.status, bad.error.fields?.[0]?.name, bad.error.fields?.[0]?.code]).toEqual([400, 'billing_email', 'format'])
  const wrong = await change('x@x.example', { password: 'no es esta' })
  expect([wrong.status, wrong.error.fields?.[0]]).toEqual([400, { name: 'password', code: 'wrong', message: expect.any(String) }])
  for (let at = 0; at < 4; at += 1) await change('x@x.example', { password: `tampoco ${at}` })
  const waits = await change('x@x.example')
  expect([waits.status, Number(waits.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(
    (await server.call('passwordChange', { as: 'ownerA', body: { oldPassword: testPassword, newPassword1: 'x', newPassword2: 'x' } }))
      .status,
  ).toBe(429)
  await afterResponseWorkDone()
  expect([await stored(), emails]).toEqual([[{ billing_email: null }], []])
})
