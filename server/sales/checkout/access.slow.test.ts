import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, calls } from '#contract/index'
import type { Mode } from '../../platform/database/scope.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { ana, beginSale, goodCard, goTo, someone, type TestSale } from '../../testing/checkout/testSale.ts'

// Every customer call × its caller × the shop's two modes × the Accept header, against a policy stated independently here.
const customerCalls = calls.filter(({ policy }) => policy.roles === 'consumer')
const modes: Mode[] = ['live', 'sandbox']
const holders = [
  'nothing',
  'a made-up token',
  'another checkout’s token',
  'the other mode’s token',
  'an earlier link',
  'a session',
  'the link',
] as const
const bodies: Partial<Record<keyof typeof api, object>> = {
  checkoutPlan: { product: 'instalments', num_instalments: 6 },
  checkoutConsent: { privacy: true, credit_check: true },
  checkoutCode: { code: '000000' },
  checkoutPhone: { phone: '698765432' },
  checkoutIdentify: {
    first_name: 'Eva',
    last_name: 'Ruiz',
    document_id: '00000001R',
    birthday: '1990-01-01',
    email: 'eva@ruiz.test',
    address: ana.address,
  },
  checkoutChallenge: { support_number: 'ABC123456' },
  checkoutBank: { bank_code: '2100' },
  checkoutCard: { token: goodCard },
  checkoutConfirm: { expected_first_payment: 0, expected_total_price: 63_546 },
  checkoutPayEarly: { number: 1, all: false, expected_amount: 10_591 },
}

let server: TestServer
const sales = {} as Record<Mode, TestSale>
let other: TestSale
beforeAll(async () => {
  server = await startTestServer()
  for (const mode of modes) sales[mode] = await beginSale(server, { mode })
  other = await beginSale(server, { merchantId: ids.merchantB1 })
  // Each link was resent once.
  await server.ownerSql('update checkout_links set generation = 2 where checkout_id = any($1::uuid[])', [
    modes.map((mode) => sales[mode].checkoutId),
  ])
})
afterAll(() => server.close())

const link = (sale: TestSale, generation: number) => server.services.tokens.linkOf('checkout', sale.checkoutId, generation)
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('the policy of customer calls', () => {
  it.each(customerCalls.map((endpoint) => [endpoint.name, endpoint] as const))('holds for %s', async (name, endpoint) => {
    const seen: string[] = []
    const expected: string[] = []
    for (const mode of modes) {
      const sale = sales[mode]
      const credentials = {
        nothing: {},
        'a made-up token': bearer('A'.repeat(43)),
        'another checkout’s token': bearer(other.token),
        'the other mode’s token': bearer(link(sales[mode === 'live' ? 'sandbox' : 'live'], 2)),
        'an earlier link': bearer(link(sale, 1)),
        'a session': { as: 'ownerA' as const },
        'the link': bearer(link(sale, 2)),
      }
      for (const holder of holders)
        for (const accept of modes) {
          const body = bodies[name]
          const path = endpoint.path.replace('{checkoutId}', hexOf(sale.checkoutId)) + (endpoint.query ? '?code=28001' : '')
          const answer = await server.send(endpoint.method, path, {
            ...credentials[holder],
            mode: accept,
            ...(body ? { body: JSON.stringify(body) } : {}),
          })
          const { error } = (answer.status < 400 ? {} : JSON.parse(answer.raw)) as { error?: { type: string; fields?: { uuid?: string } } }
          const letIn =
            error === undefined || (endpoint.refusals as readonly string[]).includes(error.type) || error.type === 'TooManyRequests'
          const outcome =
            error?.type === 'LinkReplaced'
              ? 'replaced'
              : letIn
                ? 'reached'
                : `${error.type} ${error.fields?.uuid === hexOf(sale.checkoutId)}`
          const type = answer.headers.get('content-type') ?? ''
          const answeredMode = type.startsWith('text/html') ? 'a file' : type.includes('sandbox') ? 'sandbox' : 'live'
          const where = `${name} of a ${mode} link, holding ${holder}, asking for ${accept}`
          seen.push(`${where}: ${outcome}`)
          const policy = holder === 'the link' ? 'reached' : holder === 'an earlier link' ? 'replaced' : 'ObjectNotFoundException true'
          expected.push(`${where}: ${policy}`)
          // The link determines the mode, whatever the header asks for; a caller without the token learns nothing, not even the mode.
          if (holder === 'the link' && answeredMode !== 'a file') expect(answeredMode, where).toBe(mode)
        }
    }
    expect(seen).toEqual(expected)
  })

  it('writes an audit entry for each admitted write, with the account and no person', async () => {
    const sale = await beginSale(server)
    const answer = await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 6 })
    const lines = await server.ownerSql(
      'select account_id, merchant_id, mode, user_id, role, outcome, entity, entity_id from audit_entries where request_id = $1',
      [answer.headers.get('x-request-id')],
    )
    expect(lines).toMatchObject([
      {
        account_id: ids.accountA,
        merchant_id: ids.merchantA1,
        mode: 'live',
        user_id: null,
        role: 'consumer',
        outcome: 'done',
        entity: 'checkout',
      },
    ])
  })

  it('keeps personal data out of the audit log', async () => {
    const sale = await beginSale(server)
    const who = someone()
    await goTo(sale, 'summary', { who })
    const trail = JSON.stringify(await server.ownerSql('select before, after, entity_id from audit_entries'))
    for (const secret of [who.documentId, who.email, who.lastName, '28001', '1990-05-17', goodCard])
      expect(trail, secret).not.toContain(secret)
  })

  it('answers a replaced link as replaced', async () => {
    const sale = await beginSale(server)
    await server.ownerSql('update checkouts set replaced_by = $2 where id = $1', [sale.checkoutId, other.checkoutId])
    for (const answer of [await sale.call('checkoutView'), await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 6 })])
      expect([answer.status, answer.error.type]).toEqual([410, 'LinkReplaced'])
  })
})

describe('customer data from the shop', () => {
  it('are not shown before the code, nor to another browser afterwards, by any call', async () => {
    const secrets = ['Ximena', 'Quiroga', '50123456Q', 'ximena@quiroga.test', '1979-03-04']
    const sale = await beginSale(server, { phone: '655555555' })
    await server.ownerSql(
      `with o as (update operations set first_name = 'Ximena', last_name = 'Quiroga', email = 'ximena@quiroga.test', document_number = '50123456Q' where id = $1)
       update checkouts set birthday = '1979-03-04' where operation_id = $1`,
      [sale.operationId],
    )
    const everything = async (browser: TestSale['call']) => {
      const raws: string[] = []
      for (const { name } of customerCalls) {
        if (name === 'checkoutDismiss' || name === 'checkoutAnotherLink') continue
        // Bodies as on the wire; the other caller's are their own.
        const answer = await server.send(
          api[name].method,
          api[name].path.replace('{checkoutId}', hexOf(sale.checkoutId)) + (name === 'checkoutPostcodes' ? '?code=28001' : ''),
          { ...bearer(sale.token), ...(bodies[name] ? { body: JSON.stringify(bodies[name]) } : {}) },
        )
        raws.push(answer.raw)
      }
      raws.push((await browser('checkoutView')).raw)
      return raws.join('\n')
    }
    await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 6 })
    const before = await everything(sale.browser())
    server.moveClock(60_000)
    await sale.call('checkoutConsent', { privacy: true, creditCheck: true })
    await sale.call('checkoutCode', { code: await sale.code() })
    await server.ownerSql('update checkouts set identified_at = now() where id = $1', [sale.checkoutId])
    expect((await sale.call('checkoutView')).raw).toContain('Quiroga')
    server.moveClock(60_000)
    const elsewhere = await everything(sale.browser())
    for (const secret of secrets) expect(before + elsewhere, secret).not.toContain(secret)
  })
})
