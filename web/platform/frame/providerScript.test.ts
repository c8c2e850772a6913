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

it('stands in every page of test mode with the shop’s public key, and in none of live', async () => {
  updateState({ account: { userId: 'ana' } as never, merchantId: shop, mode: 'live' }) // no more of it is looked at
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
  // Back in live before the key is known.
  const before = server.seen.length
  updateState({ mode: 'sandbox' })
  updateState({ mode: 'live' })
  await vi.waitFor(() => expect(server.seen).toHaveLength(before + 1))
  await new Promise((resolve) => setImmediate(resolve))
  expect(scripts).toEqual([])
})
