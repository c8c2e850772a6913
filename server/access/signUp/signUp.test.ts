import { afterAll, beforeAll, expect, it } from 'vitest'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { afterResponseWorkDone } from '../session/afterResponse.ts'
import { personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { teamOf } from '../../testing/team/testTeam.ts'

// Merchants who ask for an account themselves: only where the installation allows it, and by an e-mailed link.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { signUp: true } })
})
afterAll(() => server.close())

const request = {
  email: 'nueva@tienda.test',
  firstName: 'Nadia',
  lastName: 'Vega Ruiz',
  type: 'self_employed',
  company: '',
  website: 'opticavega.example',
} as const
const ask = (more: Partial<Record<keyof typeof request, string>> = {}) =>
  server.call('signUpRequest', { body: { ...request, ...more } as typeof request })
async function linksTo(address: string): Promise<{ uuid: string; token: string }[]> {
  await afterResponseWorkDone()
  return (await storedMail(server.services.config))
    .filter(({ to }) => to === address)
    .flatMap(({ text }) => [...text.matchAll(/\/sign-up#([0-9a-f]{32})\.([\w-]{43})/g)])
    .map(([, uuid = '', token = '']) => ({ uuid, token }))
}
const confirm = ({ uuid, token }: { uuid: string; token: string }) => server.call('signUpConfirm', { params: { uuid }, body: { token } })
const accounts = async () => (await server.ownerSql<{ many: number }>('select count(*)::integer as many from accounts'))[0]?.many

it('creates nothing before the link is used, then once an account whose owner sets a password and begins with onboarding', async () => {
  const before = await accounts()
  const wrong = await ask({ email: 'nueva', type: 'enterprise', website: 'no es' })
  expect(wrong.error.fields?.map(({ name, code }) => `${name} ${code}`)).toEqual(['email format', 'company required', 'website url'])
  expect((await ask()).status).toBe(204)
  const [link] = await linksTo(request.email)
  if (!link) throw new Error('no link was sent')
  expect(await accounts()).toBe(before)
  expect((await confirm({ ...link, token: 'A'.repeat(43) })).status).toBe(401)
  const both = await Promise.all([confirm(link), confirm(link)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const invitation = both.find(({ status }) => status === 200)?.body
  if (!invitation) throw new Error('no invitation')
  expect((await teamOf(server).accept(invitation, { firstName: 'Nadia' })).status).toBe(204)
  const [account] = await server.ownerSql(
    `select a.type, a.requires_onboarding, m.role, d.url from members m join accounts a on a.id = m.account_id join shop_drafts d on d.account_id = a.id
      where m.email = $1`,
    [request.email],
  )
  expect(account).toEqual({ type: 'self_employed', requires_onboarding: true, role: 'owner', url: 'opticavega.example' })
  expect(await accounts()).toBe((before ?? 0) + 1)
})

it('answers alike for the address of somebody who signs in, and refuses one address or network that asks too often', async () => {
  const known = await ask({ email: personas.ownerA.email })
  const unknown = await ask({ email: 'nadie@tienda.test' })
  expect([known.status, known.raw]).toEqual([unknown.status, unknown.raw])
  expect([await linksTo(personas.ownerA.email), await linksTo('nadie@tienda.test')].map(({ length }) => length)).toEqual([1, 1])
  const again = [await ask({ email: 'nadie@tienda.test' }), await ask({ email: 'nadie@tienda.test' })]
  expect(again.map(({ status }) => status)).toContain(429)
  const many = []
  for (let nth = 0; nth < 12; nth += 1) many.push((await ask({ email: `otra${nth}@tienda.test` })).status)
  expect(many.at(-1)).toBe(429)
})

it('is not found where merchants come by invitation only', async () => {
  const closed = await startTestServer({ config: { signUp: false } })
  try {
    expect((await closed.call('signUpRequest', { body: request })).status).toBe(404)
    expect((await closed.call('signUpConfirm', { params: { uuid: 'f'.repeat(32) }, body: { token: 'A'.repeat(43) } })).status).toBe(404)
  } finally {
    await closed.close()
  }
})
