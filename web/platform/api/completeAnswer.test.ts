import { expect, it } from 'vitest'
import { type CallName, calls } from '#contract/index'
import type { Role } from '#domain/access/roles'
import { completeAnswer } from './completeAnswer.ts'

const me = (fields: object) => completeAnswer('me', fields) as Record<string, unknown>
const fullAnswer = { type: 'enterprise', email: 'ana@bicis.example', disabled: null, requiresOnboarding: false, preferedMerchantUuid: null }

it('leaves a complete answer unchanged', () => {
  const whole = { results: [], currentPage: 3, maxVisiblePage: 13, next: 4 }
  expect(completeAnswer('invoiceLines', whole)).toMatchObject(whole)
  const account = {
    ...me({ ...fullAnswer, userType: 'guest' }),
    userId: 'u',
    permissions: ['me'],
    limits: { idleSeconds: 60, undoSeconds: 1, idleChoices: [60], undoChoices: [] },
  }
  expect(completeAnswer('me', account)).toEqual(account)
})

it('completes an account of six fields with a name, an idle limit of half an hour and the permissions of its role', () => {
  const owner = me({ ...fullAnswer, userType: 'owner' })
  expect(owner).toMatchObject({
    ...fullAnswer,
    userId: fullAnswer.email,
    mustAddFactor: false,
    firstName: '',
    limits: { idleSeconds: 1_800 },
  })
  const rights = (userType: Role) => me({ ...fullAnswer, userType })['permissions'] as CallName[]
  expect(rights('owner')).toEqual(expect.arrayContaining(['operationRefund', 'settlementList', 'enterpriseUpdate', 'teamInvite']))
  expect(rights('guest')).toEqual(expect.arrayContaining(['operationList', 'merchantConfiguration']))
  for (const call of ['settlementList', 'invoiceList', 'reportList', 'teamList', 'audienceList', 'operationRefund', 'enterprise'] as const)
    expect(rights('guest'), call).not.toContain(call)
  for (const call of ['teamInvite', 'audienceList'] as const) expect(rights('editor'), call).not.toContain(call)
  for (const call of ['inboxList', 'secondFactor', 'tillList', 'webhookList'] as const) expect(rights('owner'), call).not.toContain(call)
  expect(me({ userType: 'somebody' })['permissions']).not.toContain('operationList')
})

it('treats a merchant of three fields as active, with a sandbox', () => {
  const shop = { id: 'shop-1', name: 'Bicis' }
  expect(
    completeAnswer('merchantList', [
      { ...shop, id: 7 },
      { ...shop, status: 'pending' },
    ]),
  ).toMatchObject([
    { id: '7', status: 'active', sandboxEnabled: true },
    { id: 'shop-1', status: 'pending', sandboxEnabled: true },
  ])
  expect(completeAnswer('merchantDetail', shop)).toMatchObject({ ...shop, sandboxAheadMs: 0, rejection: null })
})

it('reads lists, bare or in either form of paging, whatever the field name', () => {
  const ids = (name: CallName, answer: unknown) => completeAnswer(name, answer)
  expect(ids('merchantList', { results: [{ id: 'a' }], current: 1, total: 1, next: null })).toMatchObject([{ id: 'a' }])
  expect(ids('ownerList', [{ id: 'o' }])).toMatchObject({ owners: [{ id: 'o' }] })
  expect(ids('ownerList', { results: [{ id: 'o' }] })).toMatchObject({ owners: [{ id: 'o' }] })
  expect(ids('invoiceList', { results: [{}], currentPage: 2, maxVisiblePage: 9 })).toMatchObject({ current: 2, total: 9, next: null })
  expect(ids('operationList', { results: [], current: 2, total: 9 })).toMatchObject({ currentPage: 2, maxVisiblePage: 9 })
})

it('fills a missing amount with NaN, never with zero', () => {
  const { results } = completeAnswer('invoiceList', [{}]) as { results: { totalAmount: number }[] }
  expect(results[0]?.totalAmount).toBeNaN()
  expect(completeAnswer('operationRefundPreview', { amount: 12_000 })).toMatchObject({ remainingAmount: 12_000, preview: null })
  expect(completeAnswer('operationRefundPreview', {})).toMatchObject({ remainingAmount: Number.NaN })
})

it('completes any value, for every call, without throwing', () => {
  for (const { name } of calls)
    for (const answer of [null, undefined, 3, 'x', [], {}, [null], [{}], { results: null }, { results: [{}] }])
      expect(() => completeAnswer(name, answer), `${name} ${JSON.stringify(answer)}`).not.toThrow()
})
