import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { issue } from './issue.ts'
import { sendInvoiceEmails, type EmailServices } from './sendInvoiceEmails.ts'
import { invoicingGround, type InvoicingGround } from '../../testing/invoices/testInvoicing.ts'

let ground: InvoicingGround
let services: EmailServices
let letters: OutgoingEmail[]
let fails = false
const shops: string[] = []
beforeAll(async () => {
  ground = await invoicingGround()
  const brand = { ...ground.services.config.brand, name: 'Trastienda', supportEmail: 'ayuda@trastienda.test' }
  services = {
    ...ground.services,
    config: { brand, publicUrl: 'https://panel.test' },
    mail: (letter) => (fails ? Promise.reject(new Error('no line')) : Promise.resolve(void letters.push(letter))),
  }
  shops.push(await ground.shop({ billingEmail: 'facturas@tienda.test', name: 'Muebles Ñu' }), await ground.shop())
  for (const [nth, id] of shops.entries()) {
    await ground.charge(id, [
      { at: '2026-09-10T10:00:00Z', feeCents: 1_000, vatCents: 210 },
      { at: '2026-10-10T10:00:00Z', kind: 'refund', feeCents: -300, vatCents: -63 },
    ])
    const [account] = await ground.rows<{ account_id: string }>('select account_id from merchants where id = $1', [id])
    await ground.rows(
      `with person as (insert into users (id, email, first_name, last_name) values (gen_random_uuid(), 'owner${nth}@tienda.test', 'Olga', 'Ruiz') returning id)
       insert into memberships (account_id, user_id, role, joined_at) select $1, id, 'owner', now() from person`,
      [account?.account_id],
    )
  }
  await ground.settle()
  await issue(ground.services)
})
afterAll(() => ground.close())
beforeEach(() => {
  letters = []
  fails = false
})

it('a failed e-mail is retried with growing delays until it is sent', async () => {
  fails = true
  const start = Date.parse('2026-11-01T09:00:00Z')
  for (const minutes of [0, 10, 30]) {
    ground.setNow(new Date(start + minutes * 60_000 - 1))
    if (minutes > 0) expect(await ground.rows('select from invoice_emails where send_at <= $1', [ground.services.now()])).toEqual([])
    ground.setNow(new Date(start + minutes * 60_000))
    expect(await sendInvoiceEmails(services)).toBe(0)
  }
  expect(await ground.rows('select from invoice_emails where attempts <> 3')).toEqual([])
  expect(letters).toEqual([])
})

it('each invoice is announced once, to the billing address or otherwise to the owner, with a link and no file', async () => {
  ground.setNow('2026-11-01T12:00:00Z')
  const sent = await Promise.all([sendInvoiceEmails(services), sendInvoiceEmails(services), sendInvoiceEmails(services)])
  expect(sent.reduce((all, one) => all + one, 0)).toBe(4)
  expect(letters.map(({ to }) => to).toSorted()).toEqual([
    'facturas@tienda.test',
    'facturas@tienda.test',
    'owner1@tienda.test',
    'owner1@tienda.test',
  ])
  const [first] = await ground.rows<{ id: string; number: number }>(
    `select id, number from invoices where merchant_id = $1 and kind = 'invoice'`,
    [shops[0]],
  )
  const mine = letters.find(({ to, subject }) => to.startsWith('facturas') && subject.includes('F-'))
  expect(mine?.subject).toBe(`Ya tienes la factura F-2026-00000${first?.number}`)
  expect(mine?.text).toContain('«Muebles Ñu», del 01.09.2026 al 30.09.2026: 12,10\u00a0€')
  expect(mine?.text).toContain(`https://panel.test/merchants/${shops[0]?.replaceAll('-', '')}/invoices/${first?.id.replaceAll('-', '')}`)
  const back = letters.find(({ to, subject }) => to.startsWith('facturas') && subject.includes('R-'))
  expect(back?.text).toContain('te devolvimos 3,63\u00a0€')
  expect(await sendInvoiceEmails(services)).toBe(0)
  expect(await ground.rows('select from invoice_emails')).toEqual([])
})

it('is given up after eight attempts, which is logged', async () => {
  await ground.rows(
    `insert into invoice_emails (merchant_id, invoice_id, send_at, attempts) select merchant_id, id, timestamptz '2026-10-01', 7 from invoices limit 1`,
  )
  fails = true
  await sendInvoiceEmails(services)
  expect(await ground.rows('select from invoice_emails')).toEqual([])
  expect(ground.logged).toContain('invoice_letter_failed')
})
