import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readLayout } from '../../platform/emails/layout.ts'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { issue } from './issue.ts'
import { type OutboxTestServices, sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { startInvoicingFixture, type InvoicingFixture } from '../../testing/invoices/invoicingFixture.ts'

let fixture: InvoicingFixture
let services: OutboxTestServices
let letters: OutgoingEmail[]
let fails = false
const shops: string[] = []
beforeAll(async () => {
  fixture = await startInvoicingFixture()
  const brand = { ...fixture.services.config.brand, name: 'Trastienda', supportEmail: 'ayuda@trastienda.test' }
  services = {
    ...fixture.services,
    config: { brand: { ...brand, colours: {} }, publicUrl: 'https://panel.test', mailLayout: readLayout(null) },
    mail: (letter) => (fails ? Promise.reject(new Error('no line')) : Promise.resolve(void letters.push(letter))),
  }
  shops.push(await fixture.shop({ billingEmail: 'facturas@tienda.test', name: 'Muebles Ñu' }), await fixture.shop())
  for (const [nth, id] of shops.entries()) {
    await fixture.charge(id, [
      { at: '2026-09-10T10:00:00Z', feeCents: 1_000, vatCents: 210 },
      { at: '2026-10-10T10:00:00Z', kind: 'refund', feeCents: -300, vatCents: -63 },
    ])
    const [account] = await fixture.rows<{ account_id: string }>('select account_id from merchants where id = $1', [id])
    await fixture.rows(
      `with person as (insert into users (id, email, first_name, last_name) values (gen_random_uuid(), 'owner${nth}@tienda.test', 'Olga', 'Ruiz') returning id)
       insert into memberships (account_id, user_id, role, joined_at) select $1, id, 'owner', now() from person`,
      [account?.account_id],
    )
  }
  await fixture.settle()
  await issue(fixture.services)
})
afterAll(() => fixture.close())
beforeEach(() => {
  letters = []
  fails = false
})

const due = () =>
  fixture.rows(`select from outbox where kind = 'invoice_email' and state = 'pending' and due_at <= $1`, [fixture.services.now()])

it('a failed e-mail is retried with growing delays until it is sent', async () => {
  fails = true
  const start = Date.parse('2026-11-01T09:00:00Z')
  for (const minutes of [0, 10, 30]) {
    fixture.setNow(new Date(start + minutes * 60_000 - 1))
    if (minutes > 0) expect(await due()).toEqual([])
    fixture.setNow(new Date(start + minutes * 60_000))
    expect(await sendOutbox(services, 'invoice_email')).toBe(0)
  }
  expect(await fixture.rows(`select from outbox where kind = 'invoice_email' and attempts <> 3`)).toEqual([])
  expect(letters).toEqual([])
})

it('each invoice is announced once, to the billing address or otherwise to the owner, with a link and no file', async () => {
  fixture.setNow('2026-11-01T12:00:00Z')
  const sent = await Promise.all([
    sendOutbox(services, 'invoice_email'),
    sendOutbox(services, 'invoice_email'),
    sendOutbox(services, 'invoice_email'),
  ])
  expect(sent.reduce((all, one) => all + one, 0)).toBe(4)
  expect(letters.map(({ to }) => to).toSorted()).toEqual([
    'facturas@tienda.test',
    'facturas@tienda.test',
    'owner1@tienda.test',
    'owner1@tienda.test',
  ])
  const [first] = await fixture.rows<{ id: string; number: number }>(
    `select id, number from invoices where merchant_id = $1 and kind = 'invoice'`,
    [shops[0]],
  )
  const letter = letters.find(({ to, subject }) => to.startsWith('facturas') && subject.includes('F-'))
  expect(letter?.subject).toBe(`Ya tienes la factura F-2026-00000${first?.number}`)
  expect(letter?.text).toContain('«Muebles Ñu», del 01.09.2026 al 30.09.2026: 12,10\u00a0€')
  expect(letter?.text).toContain(`https://panel.test/merchants/${shops[0]?.replaceAll('-', '')}/invoices/${first?.id.replaceAll('-', '')}`)
  const back = letters.find(({ to, subject }) => to.startsWith('facturas') && subject.includes('R-'))
  expect(back?.text).toContain('te devolvimos 3,63\u00a0€')
  expect(await sendOutbox(services, 'invoice_email')).toBe(0)
  expect(await fixture.rows(`select from outbox where kind = 'invoice_email' and state <> 'sent'`)).toEqual([])
})

it('is given up after eight attempts, which is logged', async () => {
  await fixture.rows(
    `update outbox set state = 'pending', done_at = null, due_at = '2026-10-01', attempts = 7 where id = (select id from outbox where kind = 'invoice_email' limit 1)`,
  )
  fails = true
  await sendOutbox(services, 'invoice_email')
  expect(await fixture.rows(`select last_error from outbox where kind = 'invoice_email' and state = 'dead'`)).toEqual([
    { last_error: 'Error' },
  ])
  expect(fixture.logged).toContain('outbox_dead')
})
