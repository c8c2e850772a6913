import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint'
import { type CallName, calls, type NamedCall } from '#contract/index'
import { may } from '#contract/permissions'
import { disputeFixture } from '../testing/disputes/disputeFixture.ts'
import { ids } from '../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { hexOf, toCamel } from '../platform/calls/wire.ts'

// No answer of any call shows guests customers' phones and documents, what the provider charges the shop, or that a dispute waits for an answer.
const phone = '+34611222333'
const document = '12345678Z'
const charges = new Set(
  ['fee_rate', 'fee_fixed', 'vat_rate', 'fee_amount', 'vat_amount', 'subsidy_amount', 'net_amount'].concat([
    'refunded_merchant_fee',
    'refunded_vat',
    'refunded_subsidy',
    'dispute_to_answer',
  ]),
)

let server: TestServer
let operationId: string
beforeAll(async () => {
  server = await startTestServer()
  const disputes = disputeFixture(server)
  operationId = await disputes.sold({ phone, document })
  const refund = await server.call('operationRefund', {
    params: { merchantId: hexOf(ids.merchantA1), operationId },
    body: { amount: 1_000 },
    as: 'ownerA',
  })
  expect(refund.status).toBeLessThan(300)
  // The bank asks: it withdraws nothing, and the shop has to answer.
  await disputes.notify(operationId, await disputes.dispute(operationId, { isInquiry: true }))
})
afterAll(() => server.close())

const looking = calls.filter(({ name, method }) => method === 'GET' && may('guest', name))
/** Parameters that some calls require. */
const queries: Partial<Record<CallName, string>> = {
  planSimulator: '?amount=60000',
  operationDownload: '?format=csv',
  accessOffer: '?right=operations',
  requestOutcome: '?method=POST&path=%2Fv2%2Fmerchants',
}
const ask = (endpoint: NamedCall, as: 'guestA' | 'ownerA') =>
  server.send(
    'GET',
    endpoint.path
      .replace('{merchantId}', hexOf(ids.merchantA1))
      .replace('{operationId}', operationId)
      .replace('{objectId}', operationId)
      .replace('{view}', 'product')
      .replaceAll(/\{\w+\}/g, 'f'.repeat(32)) + (queries[endpoint.name] ?? ''),
    { as },
  )

/** The names of the fields in answers that say something of them. */
function chargesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [...(charges.has(name) && inner !== null ? [name] : []), ...chargesIn(inner)])
}
const leaksOf = (raw: string, isJson: boolean) => [
  ...(raw.includes(phone) || raw.includes(phone.slice(3)) ? ['phone'] : []),
  ...(raw.includes(document) ? ['document'] : []),
  ...(isJson ? chargesIn(JSON.parse(raw)) : [...raw.matchAll(/Comisión|Subvención|Disputas perdidas|Neto/g)].map(([column]) => column)),
]

it('no call shows a guest any of it, and the answers match the contract', async () => {
  const leaks: string[] = []
  for (const endpoint of looking) {
    const { status, raw } = await ask(endpoint, 'guestA')
    if (status !== 200 || raw === '') continue
    const shape = endpoint.answers[200] as Schema | 'file' | null
    leaks.push(...leaksOf(raw, raw.startsWith('{') || raw.startsWith('[')).map((leak) => `${endpoint.name}: ${leak}`))
    if (shape !== null && shape !== 'file' && !z.safeParse(shape, toCamel(JSON.parse(raw))).success)
      leaks.push(`${endpoint.name}: not as declared`)
  }
  expect(leaks).toEqual([])
})

it('the same calls show an owner all of it, so the check would find it', async () => {
  const disclosed = new Set<string>()
  for (const endpoint of looking) {
    const { status, raw } = await ask(endpoint, 'ownerA')
    if (status === 200 && raw !== '') for (const one of leaksOf(raw, raw.startsWith('{') || raw.startsWith('['))) disclosed.add(one)
  }
  expect([...disclosed].toSorted()).toEqual(
    ['Comisión', 'Disputas perdidas', 'Neto', 'Subvención', 'document', 'phone', ...charges].toSorted(),
  )
})
