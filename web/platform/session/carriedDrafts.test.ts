import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { presentDrafts, putDrafts } from './carriedDrafts.ts'
import { clientState, signedOutState, updateState } from './session.ts'
import { testStorage } from '../../testing/testStorage.ts'

// What was typed at the desk goes on at the phone.
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

test('what is carried is found as it was, and what was sent and has no answer goes on under its key', () => {
  for (const [name, value] of [
    ['offlineCheckout', '{"amount":31800}'],
    ['sent:offlineCheckout', '{"key":"0123456789abcdef","body":{}}'],
    ['note', '"abc'],
  ] as const) {
    putDrafts(userId, [{ merchantId, mode: 'live', name, value }])
    expect(sessionStorage.getItem(place(name))).toBe(value)
  }
})

test('no more is carried than a call takes', () => {
  for (let number = 0; number < 30; number += 1) sessionStorage.setItem(place(`one${number}`), '"x"')
  expect(presentDrafts()).toHaveLength(20)
  for (let number = 0; number < 10; number += 1) sessionStorage.setItem(place(`one${number}`), JSON.stringify('"'.repeat(14_000)))
  const drafts = presentDrafts()
  expect(Buffer.byteLength(JSON.stringify(drafts))).toBeLessThan(200 * 1024)
  expect(drafts.length).toBeGreaterThan(10)
})
