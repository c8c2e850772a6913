import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { BodyInput } from '#contract/platform/endpoint'
import type { holderSave } from '#contract/merchants/holders'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer } from '../../testing/testServices.ts'

// A company's shareholding is saved as a complete tree or not at all.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('delete from company_holders'))

const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string]
type Holders = BodyInput<typeof holderSave>['holders']
const whole: Holders = [
  { id: first, parentId: null, kind: 'company', name: 'Inversiones Peña S.L.', share: 6_000 },
  { id: second, parentId: null, kind: 'person', name: ' Olga Núñez ', share: 4_000 },
  { id: third, parentId: first, kind: 'person', name: 'Iván Peña', share: 10_000 },
]
const save = async (holders: Holders, as: As = 'ownerA') => {
  const { revision = 0 } = (await server.call('holderList', { as })).body
  return server.call('holderSave', { body: { holders, revision }, as })
}
const list = async (as: As) => (await server.call('holderList', { as })).body.holders

it('the shareholding is stored as a whole with ids of the server, companies before their holders, and can be saved again', async () => {
  expect((await save([whole[2]!, whole[0]!, whole[1]!])).status).toBe(200)
  const stored = await list('ownerA')
  expect(stored.map(({ name, share }) => `${name} ${share}`)).toEqual(['Inversiones Peña S.L. 6000', 'Iván Peña 10000', 'Olga Núñez 4000'])
  expect(stored[1]?.parentId).toBe(stored[0]?.id)
  expect(stored.map(({ id }) => id)).not.toContain(first)
  expect((await save([{ ...whole[1]!, share: 10_000 }])).body.holders).toMatchObject([{ name: 'Olga Núñez', share: 10_000 }])
  expect(await server.ownerSql('select from company_holders')).toHaveLength(1)
  expect((await save([])).body.holders).toEqual([])
})

it.each<[string, Holders, string]>([
  ['less than all of it', [whole[0]!, whole[2]!], 'holder_not_whole'],
  ['more than all of it', [...whole, { ...whole[1]!, id: 'a'.repeat(32), share: 1 }], 'holder_not_whole'],
  ['a company stated in part', [whole[0]!, whole[1]!, { ...whole[2]!, share: 9_999 }], 'holder_not_whole'],
  [
    'a part of a person',
    [
      { ...whole[1]!, share: 10_000 },
      { ...whole[2]!, parentId: second },
    ],
    'holder_too_deep',
  ],
  [
    'a part of nothing',
    [
      { ...whole[1]!, share: 10_000 },
      { ...whole[2]!, parentId: 'f'.repeat(32) },
    ],
    'holder_stray',
  ],
  [
    'the same twice',
    [
      { ...whole[1]!, share: 5_000 },
      { ...whole[1]!, share: 5_000 },
    ],
    'holder_stray',
  ],
  ['nobody', [{ ...whole[1]!, name: ' ', share: 10_000 }], 'holder_name'],
])('refuses %s and keeps the stored holders', async (_, holders, code) => {
  await save(whole)
  const { status, error } = await save(holders)
  expect([status, error.fields?.[0]?.code]).toEqual([400, code])
  expect(await list('ownerA')).toHaveLength(3)
})

it('the shareholding belongs to the owner only, of their own company only', async () => {
  await save(whole)
  for (const as of ['adminA', 'editorA', 'guestA'] as const) {
    expect((await save(whole, as)).error.type).toBe('PermissionDenied')
    expect((await server.call('holderList', { as })).error.type).toBe('PermissionDenied')
  }
  // A self-employed account has no company.
  expect([(await save(whole, 'ownerB')).status, (await server.call('holderList', { as: 'ownerB' })).status]).toEqual([404, 404])
  expect(await list('disabledC')).toEqual([])
  await save([{ ...whole[1]!, share: 10_000 }], 'disabledC')
  expect([(await list('ownerA')).length, (await list('disabledC')).length]).toEqual([3, 1])
  expect(await server.ownerSql('select from company_holders where account_id = $1', [ids.accountC])).toHaveLength(1)
})
