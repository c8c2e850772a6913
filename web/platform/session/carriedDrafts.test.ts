import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentDrafts, putDrafts } from './carriedDrafts.ts'
import { clientState, signedOutState, updateState } from './session.ts'
import { testStorage } from '../../testing/testStorage.ts'

// Drafts move from the desktop to the phone.
const userId = 'a'.repeat(32)
const merchantId = 'b'.repeat(32)
const place = (name: string) => `draft:${userId}:${merchantId}:live:${name}`

beforeEach(() => {
  vi.stubGlobal('sessionStorage', testStorage())
  updateState({ merchantId, mode: 'live', account: { userId } as never }) // drafts read only these fields
})
afterEach(() => {
  vi.unstubAllGlobals()
  clientState.set(signedOutState)
})

test('restores carried drafts unchanged, and an unanswered request under its idempotency key', () => {
  for (const [name, value] of [
    ['offlineCheckout', '{"amount":31800}'],
    ['sent:offlineCheckout', '{"key":"0123456789abcdef","body":{}}'],
    ['note', '"abc'],
  ] as const) {
    putDrafts(userId, [{ merchantId, mode: 'live', name, value }])
    expect(sessionStorage.getItem(place(name))).toBe(value)
  }
})

test('carries no more than one call accepts', () => {
  for (let number = 0; number < 30; number += 1) sessionStorage.setItem(place(`one${number}`), '"x"')
  expect(currentDrafts()).toHaveLength(20)
  for (let number = 0; number < 10; number += 1) sessionStorage.setItem(place(`one${number}`), JSON.stringify('"'.repeat(14_000)))
  const drafts = currentDrafts()
  expect(Buffer.byteLength(JSON.stringify(drafts))).toBeLessThan(200 * 1024)
  expect(drafts.length).toBeGreaterThan(10)
})
