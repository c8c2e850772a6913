import { afterEach, expect, it, vi } from 'vitest'
import { testBrowser } from '../../testing/testBrowser.ts'
import { analyticsConsent, readConsent } from '../state/analyticsConsent.ts'
import { bars } from '../feedback/toasts.ts'
import { shownPage, type ShownPage } from '../routes/shownPage.ts'
import { clientState } from '../session/session.ts'
import { startAnalytics } from './startAnalytics.tsx'

afterEach(() => {
  readConsent(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows a page of the onboarding, or another. */
const show = (onboarding: boolean) =>
  shownPage.set({ place: { path: '/', row: { onboarding }, params: {}, search: {} }, layers: [], failure: null } as unknown as ShownPage) // all that is read

const notice = () => bars.get().map(({ key }) => key)

it('asks for consent a minute after the start, not during the onboarding, and never again after an answer', async () => {
  vi.useFakeTimers()
  testBrowser('http://127.0.0.1')
  vi.stubGlobal('addEventListener', () => {})
  const page = { hosts: {}, brand: {}, analytics: { url: 'http://127.0.0.1/collect', key: 'k' } }
  Object.assign(document, { getElementById: () => ({ textContent: JSON.stringify(page) }), addEventListener: () => {} })
  clientState.set({ ...clientState.get(), account: { userId: 'ana' } as never }) // the field that is read
  show(false)
  startAnalytics()
  await vi.advanceTimersByTimeAsync(59_000)
  show(false)
  expect(notice()).toEqual([])
  show(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(notice()).toEqual([])
  show(false)
  expect(notice()).toEqual(['analytics-consent'])
  const [shown] = bars.get() as unknown as { bar: { props: { onAnswer: (answer: 'no') => void } } }[] // the notice's own
  shown?.bar.props.onAnswer('no')
  expect([notice(), analyticsConsent.get()]).toEqual([[], 'no'])
  show(false)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(notice()).toEqual([])
})
