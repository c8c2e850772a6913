import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { writeSession } from '../api/sessionCookie.ts'
import { testBrowser } from '../../testing/testBrowser.ts'
import { json, testServer } from '../../testing/testServer.ts'
import { clearDrafts } from '../session/drafts.ts'
import { guardNavigation, placeShown, setRerunGuards } from './guardNavigation.ts'
import { setNavigate } from '../routes/go.ts'
import type { Place } from '../routes/guards.ts'
import { goInSandbox } from './merchantChanged.ts'
import { dropSession } from '../session/startSession.ts'
import { testStorage } from '../../testing/testStorage.ts'

const shop = 'a'.repeat(32)
const list = `/merchants/${shop}/operations`
const account = {
  id: shop,
  user_id: shop,
  email: 'ana@tienda.example',
  type: 'enterprise',
  user_type: 'admin',
  disabled: null,
  requires_onboarding: false,
  prefered_merchant_uuid: null,
  permissions: [],
}
const server = await testServer()
let status: 'pending' | 'active' = 'active'

beforeEach(() => {
  testBrowser(server.url)
  vi.stubGlobal('sessionStorage', testStorage())
  writeSession({ accessToken: 'access-1', refreshToken: 'refresh-1' })
  dropSession()
  onTestFinished(dropSession)
  server.answer(({ url }, response) => {
    const merchant = { id: shop, name: 'Bicis', status, sandbox_enabled: true, country: 'ES', currency: 'EUR' }
    if (url === '/v2/me') return json(response, 200, account)
    if (url === '/v2/merchants') return json(response, 200, [merchant])
    if (url === `/v2/merchants/${shop}`) return json(response, 200, { ...merchant, sandbox_ahead_ms: 0 })
    json(response, 200, { results: [] })
  })
})

afterEach(() => void vi.unstubAllGlobals())

it('redirects a merchant approved while its pending page is being left to the operations list, whatever the target was', async () => {
  status = 'pending'
  const pending = `/merchants/${shop}/pending-merchant`
  expect(await guardNavigation(pending, {})).toBeNull()
  placeShown(pending, {})
  const leftPlaces: (Place | null)[] = []
  setRerunGuards((left) => void leftPlaces.push(left))
  status = 'active'
  // Still cached as pending, so the settings may be opened.
  expect(await guardNavigation('/settings/sections', {})).toBeNull()
  placeShown('/settings/sections', {})
  await vi.waitFor(() => expect(leftPlaces.map((left) => left?.path)).toEqual([pending]))
  expect(await guardNavigation('/settings/sections', {}, leftPlaces[0])).toBe(list)
  expect(await guardNavigation('/settings/sections', {})).toBeNull()
})

it('restores the list’s filters as long as the tab lives and the session lasts', async () => {
  status = 'active'
  await guardNavigation(list, { status: 'accepted', page: '3' })
  placeShown(list, { status: 'accepted', page: '3' })
  const detail = `${list}/${'b'.repeat(32)}`
  // As after a reload on the detail page: only session storage remains.
  vi.resetModules()
  const fresh = await import('./guardNavigation.ts')
  expect(await fresh.guardNavigation(detail, {})).toBeNull()
  fresh.placeShown(detail, {})
  expect(await fresh.guardNavigation(list, {})).toBe(`${list}?status=accepted&page=3`)
  expect(await fresh.guardNavigation(list, { q: 'ana' })).toBeNull()
  clearDrafts()
  expect(await fresh.guardNavigation(list, {})).toBeNull()
})

it('a page opened in test mode is in test mode; the flag of a link alone stays false', async () => {
  expect(await guardNavigation(list, {})).toBeNull()
  placeShown(list, {})
  expect(await guardNavigation(list, { sandbox: 'true' })).toBe(`${list}?sandbox=false`)
  const opened: string[] = []
  setNavigate((href) => void opened.push(href))
  goInSandbox(list)
  expect(opened).toEqual([list])
  expect(await guardNavigation(list, {})).toBe(`${list}?sandbox=true`)
})
