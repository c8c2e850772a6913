import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { addMonths, madridDay } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import { computePlan } from '#domain/sales/plans/plan'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { merchantA1, ownKey, partsOf, request, shop, type CheckoutBody } from '../../testing/offlineCheckout/testCheckout.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type OperationRow = Record<string, unknown> & { id: string }
const operationOf = async (hex: string) => (await server.ownerSql<OperationRow>('select * from operations where id = $1', [uuidOf(hex)]))[0]

describe('a new link', () => {
  it('opens an operation pending on its customer, with plan, cart, history, counter and deadline', async () => {
    const { status, body } = await shop(server).create(request(60_000, { mid: 'MOSTRADOR-1' }))
    expect(status).toBe(201)
    expect(body.orderUuid).toBe(body.checkoutId)
    const plan = computePlan({
      orderCents: cents(60_000),
      numInstalments: 3,
      tin: basisPoints(1999),
      downpayment: 'none',
      signedOn: madridDay(new Date()),
    })
    expect(await operationOf(body.operationId)).toMatchObject({
      substatus: 'pending_customer',
      status_reason: 'consent_required',
      channel: 'in_store',
      product: 'instalments',
      capture_mode: 'automatic',
      mid: 'MOSTRADOR-1',
      num_instalments: 3,
      tin_bps: 1999,
      tae_bps: plan.tae,
      first_name: '',
      email: '',
      phone: null,
      // 600,00 − 2,5 % − 0,35 − 21 % of both.
      net_cents: String(60_000 - 1_535 - 322),
      created_by: personas.editorA.id,
    })
    const key = [ids.merchantA1, 'live', uuidOf(body.operationId)]
    const of = (table: string) => server.ownerSql(`select * from ${table} where (merchant_id, mode, operation_id) = ($1, $2, $3)`, key)
    expect(await of('carts')).toMatchObject([
      { articles: [{ name: 'Compra en tienda', quantity: 1, price: 60_000, tax_rate: 0, discount: 0, total: 60_000 }] },
    ])
    expect(await of('operation_events')).toMatchObject([
      {
        seq: 1,
        event: 'created_with_consent',
        actor: 'merchant',
        channel: 'panel',
        from_substatus: null,
        to_substatus: 'pending_customer',
      },
    ])
    expect(await server.ownerSql('select kind, due_at from deadlines where object_id = $1', [uuidOf(body.operationId)])).toMatchObject([
      { kind: 'checkout_expiry', due_at: new Date(body.expiresAt) },
    ])
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(71.9 * 3_600_000)
    const list = await server.call('operationList', { params: merchantA1, query: { q: 'MOSTRADOR-1' }, as: 'guestA' })
    expect(list.body.results.map((one) => one.id)).toEqual([body.operationId])
  })

  it("opens the customer's page with its token and nothing without it", async () => {
    const { body } = await shop(server).create(request(45_000))
    const { checkoutId, token } = partsOf(body.checkoutUrl)
    expect([checkoutId, token.length]).toEqual([body.checkoutId, 43])
    const open = (bearer: string) => server.send('GET', `/v2/checkout/${checkoutId}`, { headers: { authorization: `Bearer ${bearer}` } })
    expect((await open('x'.repeat(43))).status).toBe(404)
    expect((await open(token)).status).not.toBe(404)
  })

  it('is found by customer search, and its search entries belong to its shop only', async () => {
    const customer = {
      firstName: 'Íñigo',
      lastName: 'Goñi Azkue',
      email: 'INIGO@correo.test',
      phone: '+34 612 345 679',
      documentId: '12345678-z',
    }
    const { body } = await shop(server).create(request(70_000, { customer, channels: ['sms', 'email'] }))
    expect(await operationOf(body.operationId)).toMatchObject({
      first_name: 'Íñigo',
      email: 'inigo@correo.test',
      phone: '612345679',
      document_number: '12345678Z',
      channel: 'phone',
    })
    for (const q of ['goni inigo', 'inigo@correo.te', '612345679', '12345678Z']) {
      const found = await server.call('operationList', { params: merchantA1, query: { q }, as: 'ownerA' })
      expect(
        found.body.results.map((one) => one.id),
        q,
      ).toContain(body.operationId)
    }
  })

  it('queues one message per channel, with the address masked, and sends nothing in sandbox', async () => {
    const customer = { phone: '612345680', email: 'eva@correo.test' }
    const live = await shop(server).create(request(71_000, { customer, channels: ['sms', 'email'] }))
    const sandbox = await shop(server, 'editorA', 'sandbox').create(request(71_000, { customer, channels: ['sms'] }))
    const rows = await server.ownerSql(
      'select mode, channel, purpose, recipient, state, problem, generation from deliveries where checkout_id = any($1) order by 1, 2',
      [[uuidOf(live.body.checkoutId), uuidOf(sandbox.body.checkoutId)]],
    )
    const common = { purpose: 'link', generation: 1 }
    expect(rows).toEqual([
      { ...common, mode: 'live', channel: 'email', recipient: 'e•••@correo.test', state: 'queued', problem: null },
      { ...common, mode: 'live', channel: 'sms', recipient: '6•• ••• 680', state: 'queued', problem: null },
      { ...common, mode: 'sandbox', channel: 'sms', recipient: '6•• ••• 680', state: 'not_sent', problem: 'sandbox' },
    ])
  })

  it('keeps the product and number fixed by the shop, and its expiry', async () => {
    const requestBody = request(40_000, {
      product: { type: 'instalments', numInstalments: 12 },
      expiresInMinutes: 10,
      submitType: 'vendors',
    })
    const { body } = await shop(server).create(requestBody)
    expect(await operationOf(body.operationId)).toMatchObject({ product: 'instalments', num_instalments: 12, channel: 'in_store' })
    expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 600_000)).toBeLessThan(300_000)
    expect((await shop(server).check(body.orderUuid)).body).toMatchObject({
      product: 'instalments',
      numInstalments: 12,
      submitType: 'vendors',
    })
  })

  it('is created once per idempotency key, with one operation and one message', async () => {
    const key = ownKey()
    const body = request(72_000, { customer: { phone: '612345681' }, channels: ['sms'] })
    const ask = () => server.call('checkoutOfflineCreate', { params: merchantA1, body, as: 'editorA', key })
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.raw]).toEqual([201, first.raw])
    expect(await server.ownerSql('select from deliveries where checkout_id = $1', [uuidOf(first.body.checkoutId)])).toHaveLength(1)
  })

  it('writes an audit entry without customer data', async () => {
    const customer = { phone: '612345682', firstName: 'Nombrepropio' }
    const { headers } = await shop(server).create(request(73_000, { customer, channels: ['sms'] }))
    const [line] = await server.ownerSql('select entity, after::text as after from audit_entries where request_id = $1', [
      headers.get('x-request-id'),
    ])
    expect(line).toMatchObject({ entity: 'checkout' })
    expect(JSON.stringify(line)).not.toMatch(/612345682|Nombrepropio/)
  })
})

describe('permission to create a link', () => {
  it.each([
    ['guestA', 'PermissionDenied'],
    ['ownerB', 'ObjectNotFoundException'],
    ['limitedA', 'ObjectNotFoundException'],
  ] as const)('%s may not: %s', async (as, type) => {
    const answer = await shop(server, as).create(request(60_000))
    expect(answer.error.type).toBe(type)
  })

  it('is refused to a disabled account, and an inactive shop has no credit to offer', async () => {
    const disabled = await shop(server, 'disabledC').create(request(60_000), { merchantId: hexOf(ids.merchantC1) })
    expect([disabled.status, disabled.error.type]).toEqual([403, 'AccountDisabled'])
    const pending = await shop(server, 'pendingD').create(request(60_000), { merchantId: hexOf(ids.merchantD1) })
    expect([pending.status, pending.error.type]).toEqual([403, 'CreditNotAvailable'])
  })
})

describe('the request', () => {
  const words = async (order: CheckoutBody) => {
    const { status, error } = await shop(server).create(order)
    return { status, fields: error.fields?.map(({ name, code, message }) => `${name} ${code}: ${message}`.replaceAll('\u00a0', ' ')) }
  }

  it.each([
    [999, 'order.total_amount below_minimum: Faltan 0,01 € para el mínimo de 10,00 €.'],
    [590, 'order.total_amount below_minimum: Faltan 4,10 € para el mínimo de 10,00 €.'],
    [300_001, 'order.total_amount above_maximum: Te pasas en 0,01 € del máximo de 3.000,00 €.'],
  ])('of %i cents is out of range, and the difference is reported', async (totalAmount, field) => {
    expect(await words(request(totalAmount))).toEqual({ status: 400, fields: [field] })
  })

  it.each([1_000, 300_000])('of %i cents, exactly the limit, is accepted', async (totalAmount) => {
    expect((await shop(server).create(request(totalAmount))).status).toBe(201)
  })

  it('is checked against the limits of the fixed product', async () => {
    const body = request(120_000, { product: { type: 'pay_later' } })
    expect((await words(body)).fields).toEqual(['order.total_amount above_maximum: Te pasas en 200,00 € del máximo de 1.000,00 €.'])
    const number = request(12_000, { product: { type: 'instalments', numInstalments: 5 } })
    expect((await words(number)).fields).toEqual([
      'product.num_instalments option: Ese número de cuotas no se ofrece. Puedes elegir: 3, 6, 12.',
    ])
  })

  it.each<[string, CheckoutBody['customer'], string]>([
    ['a landline without e-mail', { phone: '912345678' }, 'customer.email required'],
    ['eight figures', { phone: '61234567' }, 'customer.phone format'],
    ['a foreign prefix', { phone: '+33612345678' }, 'customer.phone format'],
    ['no host', { email: 'ana@' }, 'customer.email format'],
    ['two at-signs', { email: 'a@b@c.es' }, 'customer.email format'],
    ['a wrong control letter', { documentId: '12345678A' }, 'customer.document_id format'],
    ['a company', { documentId: 'A28015865' }, 'customer.document_id format'],
    ['seventeen years', { birthday: addMonths(madridDay(new Date()), -17 * 12) }, 'customer.birthday adult'],
    ['two centuries', { birthday: '1826-01-01' }, 'customer.birthday day'],
    ['the year 1', { birthday: '0001-01-01' }, 'customer.birthday day'],
    [
      'province 53',
      { address: { street: 'Mayor 1', postcode: '53001', city: 'Madrid', country: 'ES' } },
      'customer.address.postcode format',
    ],
    [
      'a Spanish postcode in Portugal',
      { address: { street: 'Rua 1', postcode: '28001', city: 'Lisboa', country: 'PT' } },
      'customer.address.postcode format',
    ],
    ['no street', { address: { street: ' ', postcode: '28001', city: 'Madrid', country: 'ES' } }, 'customer.address.street required'],
  ])('refuses %s with an example', async (_, customer, field) => {
    const { status, fields } = await words(request(50_000, { customer }))
    expect(status).toBe(400)
    expect(fields).toHaveLength(1)
    expect(fields?.[0]).toContain(field)
  })

  it.each<[CheckoutBody['customer']]>([
    [{ phone: '0034 712-345-678' }],
    [{ documentId: 'x1234567l' }],
    [{ birthday: '1990-02-28', address: { street: 'Rua do Ouro 1', postcode: '1100-060', city: 'Lisboa', country: 'PT' } }],
  ])('accepts common spellings: %o', async (customer) => {
    expect((await shop(server).create(request(51_000, { customer }))).status).toBe(201)
  })

  it('is answered within the contract for any input, and stores what it accepts', async () => {
    const odd = fc.oneof(
      fc.constantFrom(
        '\uD800',
        '',
        ' ',
        "' or 1=1 --",
        '{"a":1}',
        '\\',
        '\t',
        '漢字',
        '🙂',
        '\u202E',
        '612345678',
        'ana@correo.es',
        '12345678Z',
        '%s',
        '$1',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
    )
    const text = fc.oneof(
      { weight: 3, arbitrary: odd.map((some) => `x${some}`.replaceAll(/[\0-\x1f\x7f]/g, '')) },
      { weight: 1, arbitrary: odd },
    )
    const bodies = fc.record({
      name: text,
      mid: text,
      notes: text,
      total: fc.integer({ min: 900, max: 300_100 }),
      customer: fc.record(
        {
          firstName: text,
          lastName: text,
          email: odd,
          phone: odd,
          documentId: odd,
          birthday: fc.constantFrom('1990-02-30', '2000-02-29', '0000-01-01'),
        },
        { requiredKeys: ['firstName', 'lastName'] },
      ),
      bare: fc.boolean(),
    })
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(bodies, async ({ name, mid, notes, total, customer, bare }) => {
        const { firstName, lastName } = customer
        const body = {
          submitType: 'user' as const,
          order: { totalAmount: total, articles: [{ name, quantity: 1, price: total, taxRate: 0 }], mid },
          customer: bare ? { firstName, lastName } : customer,
          notes,
        }
        const { status, raw } = await shop(server, 'editorA', 'sandbox').create(body)
        seen.set(status, (seen.get(status) ?? 0) + 1)
        expect([201, 400, 409], raw).toContain(status)
      }),
      { numRuns: testRuns(250, 6) },
    )
    expect(seen.get(201)).toBeGreaterThan(testRuns(30, 6))
  })

  it('reports every invalid field at once, and requires the address of a channel', async () => {
    const { fields } = await words(request(50_000, { customer: { phone: '1', email: 'x' }, channels: ['sms', 'email'] }))
    expect(fields?.map((one) => one.split(' ')[0])).toEqual(['customer.email', 'customer.phone'])
    const none = await words(request(50_000, { channels: ['sms', 'email'] }))
    expect(none.fields?.map((one) => one.split(':')[0])).toEqual(['customer.phone required', 'customer.email required'])
  })

  it('is stored as a cart that sums to the order: lines within a cent a unit, the rest a cent a line', async () => {
    // 24,79 without VAT is 29,9959 with it: the shop sells three for 90,00.
    const line = { name: 'Vela', quantity: 3, price: 2_479, taxRate: 2_100 }
    const order = (totalAmount: number, ...articles: object[]) =>
      request(totalAmount, { order: { totalAmount, articles } as CheckoutBody['order'] })
    const { body } = await shop(server).create(order(9_000, { ...line, total: 9_000 }))
    expect(
      await server.ownerSql(`select articles -> 0 ->> 'total' as total from carts where operation_id = $1`, [uuidOf(body.operationId)]),
    ).toEqual([{ total: '9000' }])
    const open = await shop(server).create(order(18_000, line, line))
    expect(
      await server.ownerSql(
        `select array(select (a ->> 'total')::integer from jsonb_array_elements(articles) a) as totals from carts where operation_id = $1`,
        [uuidOf(open.body.operationId)],
      ),
    ).toEqual([{ totals: [9_000, 9_000] }])
    expect((await words(order(9_003, { ...line, total: 9_003 }))).fields).toEqual([
      'order.articles.0.total line_total: Con 3 unidades a ese precio, la línea sale por 89,99 €.',
    ])
    expect((await words(order(10_000, line))).fields).toEqual([
      'order.total_amount cart_total: Los artículos suman 89,99 € y el pedido dice 100,00 €.',
    ])
  })
})

describe('a link that replaces another', () => {
  it('ends the earlier one, whose page says so, and keeps the new one', async () => {
    const first = await shop(server).create(request(31_000, { mid: 'CAMBIO-1', customer: { phone: '612345683' } }))
    const second = await shop(server).create(
      request(31_000, { mid: 'CAMBIO-1', customer: { phone: '612345683' }, replaces: first.body.checkoutId }),
    )
    expect(second.status).toBe(201)
    expect((await shop(server).check(first.body.checkoutId)).body).toMatchObject({
      progress: 'replaced',
      status: 'ko',
      statusReason: 'confirmation_rejected_by_merchant',
      replacedBy: second.body.checkoutId,
      checkoutUrl: null,
    })
    const { checkoutId, token } = partsOf(first.body.checkoutUrl)
    const old = await server.send('GET', `/v2/checkout/${checkoutId}`, { headers: { authorization: `Bearer ${token}` } })
    expect([old.status, (JSON.parse(old.raw) as { error: { type: string } }).error.type]).toEqual([410, 'LinkReplaced'])
    expect((await shop(server).check(second.body.checkoutId)).body.status).toBe('pending')
  })

  it('is refused when the earlier one was sold', async () => {
    const first = await shop(server).create(request(32_000))
    await server.ownerSql(`update operations set substatus = 'pending_merchant', status_reason = 'confirmation_required' where id = $1`, [
      uuidOf(first.body.operationId),
    ])
    const again = await shop(server).create(request(33_000, { replaces: first.body.checkoutId }))
    expect([again.status, again.error.type, again.error.message]).toEqual([
      409,
      'DuplicatedOrder',
      'El enlace que quieres sustituir ya terminó en venta.',
    ])
  })

  it('must be of this shop and mode', async () => {
    const first = await shop(server).create(request(34_000))
    const body = request(35_000, { replaces: first.body.checkoutId })
    expect((await shop(server, 'editorA', 'sandbox').create(body)).error.type).toBe('ObjectNotFoundException')
    const other = await shop(server, 'ownerA').create(body, { merchantId: hexOf(ids.merchantA2) })
    expect(other.error.type).toBe('ObjectNotFoundException')
    expect((await shop(server).check(first.body.checkoutId)).body.status).toBe('pending')
  })
})
