import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loaderPollMs, scriptClient, waitForGlobal } from './scriptClient.ts'

const name = 'providerAnalytics'
const loads = () => Promise.resolve()
const put = (client: object) => vi.stubGlobal(name, client)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('polls for the global every 20 ms, for 15 seconds at most', async () => {
  expect(loaderPollMs).toBe(20)
  const onFound = vi.fn()
  void waitForGlobal(name, () => false).then(onFound)
  await vi.advanceTimersByTimeAsync(50)
  put({ logEvent: () => {} })
  await vi.advanceTimersByTimeAsync(9)
  expect(onFound).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onFound).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
  const never = waitForGlobal(name, () => false)
  await vi.advanceTimersByTimeAsync(15_020)
  expect(await never).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

it('passes earlier events to the script in order, with its key first, and nothing after it is stopped', async () => {
  const consentCalls: unknown[] = []
  const client = scriptClient({ scriptUrl: 'https://a.test/a.js', global: name, key: 'k1' }, loads)
  client.record({ section: 'campaigns', properties: { action: 'create', name: 'Ana' } })
  await vi.advanceTimersByTimeAsync(100)
  put({
    init: (key: string) => consentCalls.push(key),
    logEvent: (type: string, properties: object) => consentCalls.push([type, properties]),
  })
  await vi.advanceTimersByTimeAsync(20)
  client.record({ section: 'team', properties: { action: 'create' } })
  client.stop('forget')
  client.record({ section: 'team', properties: { action: 'remove' } })
  expect(consentCalls).toEqual(['k1', ['campaigns', { action: 'create' }], ['team', { action: 'create' }]])
})

it('records nothing when stopped before the script has loaded', async () => {
  const logEvent = vi.fn()
  const client = scriptClient({ scriptUrl: 'https://a.test/a.js', global: name, key: 'k1' }, loads)
  client.record({ section: 'team', properties: { action: 'create' } })
  client.stop('leave')
  put({ logEvent })
  await vi.advanceTimersByTimeAsync(60)
  expect(logEvent).not.toHaveBeenCalled()
})
