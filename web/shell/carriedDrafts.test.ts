import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { presentDrafts, putDrafts } from './carriedDrafts.ts'
import { clientState, signedOutState, updateState } from './session.ts'
import { testStorage } from './testStorage.ts'

// What was typed at the desk goes on at the phone (product MOB-9).
const userId = 'a'.repeat(32)
const merchantId = 'b'.repeat(32)
const place = (name: string) => `draft:${userId}:${merchantId}:live:${name}`

beforeEach(() => {
  vi.stubGlobal('sessionStorage', testStorage())
  updateState({ merchantId, mode: 'live', account: { userId } as never }) // drafts look at nothing else of it
})
afterEach(() => {
  vi.unstubAllGlobals()
  clientState.set(signedOutState)
})

const carried = (draft: object) => {
  putDrafts(userId, [{ merchantId, mode: 'live', name: 'offlineCheckout', value: JSON.stringify(draft) }])
  return JSON.parse(sessionStorage.getItem(place('offlineCheckout')) ?? 'null') as Record<string, unknown>
}

test('an unsent sale is another one on the phone: the next customer’s equal amount at the desk is not answered with it', () => {
  const draft = { key: '0123456789abcdef', sent: false, amount: 31_800 }
  const { key, ...rest } = carried(draft)
  expect(rest).toEqual({ sent: false, amount: 31_800 })
  expect(key).toMatch(/^.{16,}$/)
  expect(key).not.toBe(draft.key)
})

test('one that was sent and not answered stays the same one, and what has no key stays as it was', () => {
  for (const draft of [{ key: '0123456789abcdef', sent: true, amount: 1 }, { text: 'nota' }]) expect(carried(draft)).toEqual(draft)
  putDrafts(userId, [{ merchantId, mode: 'live', name: 'note', value: '"abc' }])
  expect(sessionStorage.getItem(place('note'))).toBe('"abc')
})

test('no more is carried than a call takes', () => {
  for (let number = 0; number < 30; number += 1) sessionStorage.setItem(place(`one${number}`), '"x"')
  expect(presentDrafts()).toHaveLength(20)
  for (let number = 0; number < 10; number += 1) sessionStorage.setItem(place(`one${number}`), JSON.stringify('"'.repeat(14_000)))
  const drafts = presentDrafts()
  expect(Buffer.byteLength(JSON.stringify(drafts))).toBeLessThan(200 * 1024)
  expect(drafts.length).toBeGreaterThan(10)
})
