import { expect, it } from 'vitest'
import { mayStartAt, type StartPage, startPages } from './startPage.ts'

const all = ['checkoutOfflineCreate', 'inboxList', 'insightSales']
const till = { id: 'a'.repeat(32), name: 'Caja 1' } as unknown as Parameters<typeof mayStartAt>[1]['till'] // only that there is one is read
const offered = (account: Parameters<typeof mayStartAt>[1]): StartPage[] => startPages.filter((page) => mayStartAt(page, account))

it('offers each start page to whom its right is given, and the operations to everybody', () => {
  expect(offered({ disabled: null, permissions: all })).toEqual(startPages)
  expect(offered({ disabled: null, permissions: [] })).toEqual(['operations'])
  expect(offered({ disabled: null, permissions: ['insightSales'] })).toEqual(['operations', 'insights'])
  expect(offered({ disabled: '2026-11-01T00:00:00.000Z', permissions: all })).toEqual(['operations', 'inbox', 'insights'])
})

it('offers a shared till no page that is closed to it', () => {
  expect(offered({ disabled: null, permissions: all, till })).toEqual(['operations', 'till'])
})
