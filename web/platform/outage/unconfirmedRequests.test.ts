import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { campaignPause } from '#contract/sales/campaigns'
import { sandboxClock } from '#contract/sales/lab'
import { mePreferredMerchant, type Account } from '#contract/access/account'
import { testBrowser } from '../../testing/testBrowser.ts'
import { json, refuse, testServer } from '../../testing/testServer.ts'

// The modules keep state, so this file imports its own instances.
vi.resetModules()
const [
  { call },
  { writeSession },
  { setMessages },
  { startEndedCalls },
  { startUnconfirmedRequests: startLostRequests },
  { clientState, updateState },
  { toasts },
] = await Promise.all([
  import('../api/call.ts'),
  import('../api/sessionCookie.ts'),
  import('../i18n/messages.ts'),
  import('./endedCalls.ts'),
  import('./unconfirmedRequests.tsx'),
  import('../session/session.ts'),
  import('../feedback/toasts.ts'),
])
vi.resetModules()

const merchantId = 'a'.repeat(32)
const server = await testServer()
let storage: Map<string, string>
beforeEach(() => {
  testBrowser(server.url)
  writeSession({ accessToken: 'access', refreshToken: 'refresh' })
  server.seen.length = 0
  storage = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  updateState({ account: { userId: 'ana' } as Account })
})
afterEach(async () => {
  // Runs pending work now: a leftover timer would run in the next test.
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  toasts.set([])
  clientState.set({ ...clientState.get(), account: null })
})

setMessages({ 'shell.lost.known': { one: 'one', other: '{count}' } })
startEndedCalls()
startLostRequests()

const pause = (key: string) =>
  call(campaignPause, { params: { merchantId, campaignId: 'b'.repeat(32) }, key, mode: 'sandbox' }).catch(() => {})
const prefer = (key: string) => call(mePreferredMerchant, { body: { preferedMerchantUuid: merchantId }, key }).catch(() => {})
const statusReads = () => server.seen.filter(({ url }) => url.startsWith('/v2/requests/'))
/** Answers arrive in real time; the page’s fake clock is advanced between them. */
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await vi.waitFor(() => {}, { timeout: 50 })
  await new Promise((resolve) => setImmediate(resolve))
}
const outage = () => server.answer((_, response) => void response.destroy())
const back = (state: string) =>
  server.answer(({ url, headers }, response) =>
    url.startsWith('/v2/requests/')
      ? json(
          response,
          200,
          { action: 'Pausar una campaña', state, message: null },
          headers.accept?.includes('sandbox') ? 'sandbox' : 'live',
        )
      : void response.writeHead(204).end(),
  )

it('requests the outcome of each lost write, with its path and mode, once the request has had time to settle', async () => {
  outage()
  await pause('k1')
  back('done')
  await prefer('other')
  await pass(5_000)
  expect(statusReads()).toEqual([])
  await pass(30_000)
  await vi.waitFor(() => expect(toasts.get()).toHaveLength(1))
  const [request] = statusReads()
  expect([request?.method, request?.url]).toEqual(['POST', '/v2/requests/k1'])
  expect(JSON.parse(request?.body ?? '')).toEqual({
    method: 'POST',
    path: `/v2/merchants/${merchantId}/campaigns/${'b'.repeat(32)}/pause`,
  })
  expect([request?.headers.accept, request?.headers['x-background']]).toEqual(['application/vnd.acme.sandbox.v2+json', '1'])
  expect(toasts.get()[0]?.message).toBe('one')
  expect(storage.size).toBe(0)
})

it('removes a write that was answered after all, and never records a refusal, a read or an advance of the test clock', async () => {
  outage()
  await call(sandboxClock, { params: { merchantId }, body: { advanceDays: 1 }, key: 'days', mode: 'sandbox' }).catch(() => {})
  expect(storage.size).toBe(0)
  await prefer('k2')
  expect(storage.size).toBe(1)
  server.answer((_, response) => void response.writeHead(204).end())
  await prefer('k2')
  expect(storage.size).toBe(0)
  server.answer((_, response) => refuse(response, 409, 'CampaignNotAllowed'))
  await pause('k3')
  expect(storage.size).toBe(0)
})

it('records writes sent during maintenance, per user, and polls again while the server is unavailable', async () => {
  server.answer((_, response) => refuse(response, 503, 'Maintenance'))
  await prefer('k4')
  expect([...storage.keys()]).toEqual(['draft:lost-requests:ana'])
  await pass(40_000)
  back('absent')
  await pause('k5')
  await pass(2_000)
  await vi.waitFor(() => expect(toasts.get()).toHaveLength(1))
  expect(storage.size).toBe(0)
})

it('suggests no repeat of a write that was done again since, and still reports that the lost one was done too', async () => {
  for (const state of ['absent', 'done']) {
    outage()
    await pause('k6')
    back(state)
    await pause('k7')
    await pass(40_000)
    await vi.waitFor(() => expect(storage.size).toBe(0))
    expect(toasts.get()).toHaveLength(state === 'done' ? 1 : 0)
  }
})

it('counts as done again only the same write, to the same object, in the same mode', async () => {
  outage()
  await pause('k8')
  back('absent')
  await call(campaignPause, { params: { merchantId, campaignId: 'c'.repeat(32) }, key: 'k9', mode: 'sandbox' }).catch(() => {})
  await call(campaignPause, { params: { merchantId, campaignId: 'b'.repeat(32) }, key: 'k10', mode: 'live' }).catch(() => {})
  await pass(40_000)
  await vi.waitFor(() => expect(toasts.get()).toHaveLength(1))
})
