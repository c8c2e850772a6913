import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasDrafts, keepDraft, keepInTab, readDraft, readFromTab, removeDraft, clearDrafts } from './drafts.ts'
import { clientState, signedOutState, updateState } from './session.ts'
import { testStorage } from '../../testing/testStorage.ts'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', testStorage())
  updateState({ merchantId: 'b'.repeat(32), mode: 'live', account: { userId: 'ana' } as never }) // drafts read only these fields
})
afterEach(() => {
  vi.unstubAllGlobals()
  clientState.set(signedOutState)
})

test('values kept in the tab are not drafts, so they cause no unsaved-changes warning', () => {
  keepInTab('terms', { at: 1 })
  expect([hasDrafts(), readFromTab('terms'), readDraft('terms')]).toEqual([false, { at: 1 }, null])
  keepDraft('note:1', 'Llamar mañana')
  expect([hasDrafts(), readDraft('note:1')]).toEqual([true, 'Llamar mañana'])
  updateState({ mode: 'sandbox' })
  expect([hasDrafts(), readDraft('note:1'), readFromTab('terms')]).toEqual([false, null, null])
  updateState({ mode: 'live' })
  removeDraft('note:1')
  expect(hasDrafts()).toBe(false)
})

test('signing out removes both', () => {
  keepInTab('terms', { at: 1 })
  keepDraft('note:1', 'Llamar mañana')
  clearDrafts()
  expect(Object.keys(sessionStorage)).toEqual([])
})
