import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testBrowser } from '../../testing/testBrowser.ts'
import { analyticsConsent, readConsent, setConsent } from '../state/analyticsConsent.ts'
import { newUuid } from '../api/newUuid.ts'
import { deviceId, forgetDevice } from './device.ts'

const dayMs = 86_400_000
const now = 1_700_000_000_000
let browser: ReturnType<typeof testBrowser>
beforeEach(() => {
  browser = testBrowser('http://127.0.0.1')
})
afterEach(() => {
  readConsent(null)
  vi.unstubAllGlobals()
})

it('is stored per user in a browser, and lasts 365 days', () => {
  const readBy = (userId: string | null, at = now) => {
    readConsent(userId, at)
    return analyticsConsent.get()
  }
  expect(readBy('ana')).toBeNull()
  setConsent('ana', 'yes', now)
  setConsent('luis', 'no', now)
  expect([readBy('ana'), readBy('luis'), readBy('eva'), readBy(null)]).toEqual(['yes', 'no', null, null])
  expect([readBy('ana', now + 364 * dayMs), readBy('ana', now + 366 * dayMs), readBy('luis', now + 366 * dayMs)]).toEqual([
    'yes',
    null,
    null,
  ])
})

it('is absent when the stored value is invalid', () => {
  for (const text of ['yes', '{"answer":"yes"}', '{"answer":"always","at":1}', `{"answer":"yes","at":${now + dayMs}}`, '[]', 'null']) {
    browser.stored.set('analytics-consent:ana', text)
    readConsent('ana', now)
    expect(analyticsConsent.get(), text).toBeNull()
  }
})

it('creates a random id in a cookie of 365 days, the same at each visit until it is removed', () => {
  const written: string[] = []
  const set = Object.getOwnPropertyDescriptor(document, 'cookie')?.set
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text: string) => {
    written.push(text)
    set?.(text)
  })
  const id = deviceId()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(written[0]).toBe(`analytics-device=${id}; Path=/; Max-Age=31536000; SameSite=Lax`)
  expect(deviceId()).toBe(id)
  forgetDevice()
  expect(browser.cookies.size).toBe(0)
  expect(deviceId()).not.toBe(id)
  expect(new Set(Array.from({ length: 100 }, newUuid)).size).toBe(100)
})
