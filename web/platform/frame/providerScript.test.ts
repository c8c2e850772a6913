import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeSession } from '../api/sessionCookie.ts'
import { testBrowser } from '../../testing/testBrowser.ts'
import { json, testServer } from '../../testing/testServer.ts'
import { startProviderScript } from './providerScript.ts'
import { clientState, signedOutState, updateState } from '../session/session.ts'

const [shop, other] = ['a'.repeat(32), 'b'.repeat(32)]
const server = await testServer()
let scripts: string[] = []

beforeEach(() => {
  testBrowser(server.url, { providerScriptUrl: 'https://js.provider.test/{key}.js' })
  vi.stubGlobal('location', { protocol: 'http:', href: 'http://panel.test/' })
  writeSession({ accessToken: 'access-1', refreshToken: 'refresh-1' })
  server.seen.length = 0
  server.answer(({ url }, response) => json(response, 200, { public_key: url.includes(shop) ? 'pk_one' : 'pk_two' }, 'sandbox'))
  scripts = []
  Object.assign(document, {
    createElement: () => {
      const script = {
        src: '',
        addEventListener: (name: string, heard: () => void) => name === 'load' && queueMicrotask(heard),
        remove: () => (scripts = scripts.filter((src) => src !== script.src)),
      }
      return script
    },
    head: { append: ({ src }: { src: string }) => scripts.push(src) },
  })
})
afterEach(() => {
  clientState.set(signedOutState)
  vi.unstubAllGlobals()
})

it('is loaded on every page in sandbox mode with the merchant’s public key, and never in live mode', async () => {
  updateState({ account: { userId: 'ana' } as never, merchantId: shop, mode: 'live' }) // only these fields are read
  startProviderScript()
  updateState({ notificationsStatus: 'success' })
  expect([server.seen, scripts]).toEqual([[], []])
  updateState({ mode: 'sandbox' })
  await vi.waitFor(() => expect(scripts).toEqual(['https://js.provider.test/pk_one.js']))
  expect(server.seen[0]?.headers.accept).toContain('.sandbox.')
  updateState({ merchantId: other })
  await vi.waitFor(() => expect(scripts).toEqual(['https://js.provider.test/pk_two.js']))
  updateState({ mode: 'live' })
  await vi.waitFor(() => expect(scripts).toEqual([]))
  // Back in live mode before the key has loaded.
  const before = server.seen.length
  updateState({ mode: 'sandbox' })
  updateState({ mode: 'live' })
  await vi.waitFor(() => expect(server.seen).toHaveLength(before + 1))
  await new Promise((resolve) => setImmediate(resolve))
  expect(scripts).toEqual([])
})
