import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf } from '../../testing/checkout/testSale.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { issueKey } from '../../platform/keys/issueKey.ts'
import { createCheckout, issuePrivateKey, pluginOrder, type Created } from '../../testing/shopCheckout/testOrder.ts'

// An order's id is in the list of everybody in the shop, and the public key in its pages: together they open a checkout once.
let server: TestServer
let publicKey: string
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await issuePrivateKey(server)).token
  const scope = mintScope(ids.merchantA1, 'sandbox')
  const { keySecrets: secrets } = server.services.config
  publicKey = (
    await server.services.database.write(scope, async (db) =>
      issueKey(db, scope, { kind: 'public', by: personas.ownerA.id, secrets, now: server.services.now() }),
    )
  ).token
})
afterAll(() => server.close())

async function order(phone?: string): Promise<Created> {
  const body = pluginOrder()
  const { phone: _, ...customer } = body.customer
  const { created } = await createCheckout(server, key, { ...body, customer: { ...customer, ...(phone === undefined ? {} : { phone }) } })
  return created
}
/** Opens an order as a shop's page does; returns the checkout's id and token, and the browser's cookie. */
async function open(id: string, cookie?: string) {
  const { headers } = await server.send('GET', `/?order=${id}&public-key=${publicKey}`, cookie === undefined ? {} : { headers: { cookie } })
  const [, checkoutId = '', token = ''] = /\/checkout\/([0-9a-f]{32})(?:\?[^#]*)?#(.+)$/.exec(headers.get('location') ?? '') ?? []
  return { checkoutId: uuidOf(checkoutId) ?? '', token, cookie: headers.getSetCookie()[0]?.split(';')[0] }
}

it('a checkout opens for the first browser with its id and the public key, repeatedly, and for no other', async () => {
  const { id } = await order('655555555')
  const first = await open(id)
  expect(first.token).toMatch(/^[\w-]{43}$/)
  expect((await open(id, first.cookie)).token).toBe(first.token)
  expect((await open(id)).token).toBe('')
  expect((await open(id, `opener=${'A'.repeat(43)}`)).token).toBe('')
  const other = await order('655555555')
  expect((await open(other.id, first.cookie)).token).not.toBe('')
})

it('a holder of the link who did not open it can neither set a phone nor dismiss the purchase; the audit entry says how each was identified', async () => {
  const { id } = await order()
  const first = await open(id)
  const outsider = callerOf(server, first.checkoutId, first.token)
  const customer = callerOf(server, first.checkoutId, first.token)
  const headers = { cookie: first.cookie ?? '' }
  expect((await outsider('checkoutView')).status).toBe(200)
  await outsider('checkoutPlan', { product: 'instalments', numInstalments: 3 })
  const answer = await outsider('checkoutConsent', { privacy: true, creditCheck: true, phone: '698765432' })
  expect([answer.status, answer.error.type]).toEqual([409, 'StepNotAllowed'])
  expect(answer.error.message).toContain('navegador con el que abriste la compra')
  expect((await outsider('checkoutDismiss')).error.type).toBe('StepNotAllowed')
  expect((await customer('checkoutConsent', { privacy: true, creditCheck: true, phone: '655555555' }, { headers })).status).toBe(200)
  expect((await outsider('checkoutPhone', { phone: '698765432' })).error.type).toBe('StepNotAllowed')
  expect((await customer('checkoutDismiss', undefined, { headers })).status).toBe(200)
  const trail = await server.ownerSql<{ call: string; outcome: string; known: string }>(
    `select call, outcome, after->>'knownBy' as known from audit_entries where entity_id = $1 or after->>'knownBy' is not null order by seq`,
    [first.checkoutId],
  )
  expect(trail.map(({ call, outcome, known }) => `${call} ${outcome} ${known}`)).toEqual([
    'checkoutPlan done link',
    'checkoutConsent StepNotAllowed link',
    'checkoutDismiss StepNotAllowed link',
    'checkoutConsent done opener',
    'checkoutPhone StepNotAllowed link',
    'checkoutDismiss done opener',
  ])
})
