import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BulkRow } from '#contract/sales/bulkOperations'
import { testBrowser } from '../../../testing/testBrowser.ts'
import { json, refuse, testServer } from '../../../testing/testServer.ts'

// Fresh instances of the stateful modules, isolated from those of other test files.
vi.resetModules()
const [{ sendBulkLine, undoHeld }, { writeSession }, { setTestClockOffset: setShopAhead }, { setMessages }] = await Promise.all([
  import('./sendBulkLine.ts'),
  import('../../../platform/api/sessionCookie.ts'),
  import('../../../platform/api/merchantNow.ts'),
  import('../../../platform/i18n/messages.ts'),
])
vi.resetModules()

const server = await testServer()
beforeEach(() => {
  testBrowser(server.url)
  writeSession({ accessToken: 'access', refreshToken: 'refresh' })
  server.seen.length = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
})
setMessages({})

const line: BulkRow = { id: 'b'.repeat(32), mid: null, customerName: 'Ana Mora', will: 'refund', amount: 1_000, why: null }
const inTest = { merchantId: 'a'.repeat(32), mode: 'sandbox' } as const
const held = { operationId: line.id, refundId: 'c'.repeat(32), amount: 1_000, releasesAt: 0, undoKey: 'undo-1' }

it('sends a line in the mode in which its dialog was opened, and converts its hold to the device clock', async () => {
  const releaseAt = '2026-03-10T10:00:20.000Z'
  server.answer((_, response) => json(response, 200, { refund: { id: held.refundId, release_at: releaseAt } }, 'sandbox'))
  setShopAhead(86_400_000)
  const sent = await sendBulkLine(inTest, line, {}, { onUnknown: () => {}, stop: new AbortController().signal })
  setShopAhead(0)
  expect(server.seen.map(({ headers }) => headers.accept)).toEqual(['application/vnd.acme.sandbox.v2+json'])
  const releasesAt = Date.parse('2026-03-09T10:00:20.000Z')
  expect(sent).toMatchObject({ name: 'done', held: { refundId: held.refundId, releasesAt } })
})

it('distinguishes an undo without a response from one that came too late, and retries it with the same key', async () => {
  server.answer((_, response) => void response.destroy())
  expect(await undoHeld(inTest, held)).toBe('unknown')
  server.answer((_, response) => json(response, 200, {}, 'sandbox'))
  expect(await undoHeld(inTest, held)).toBe('undone')
  expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['undo-1', 'undo-1'])
  server.answer((_, response) => refuse(response, 409, 'UndoNotAllowed'))
  expect(await undoHeld(inTest, held)).toBe('tooLate')
  server.answer((_, response) => refuse(response, 503, 'Maintenance'))
  expect(await undoHeld(inTest, held)).toBe('unknown')
})
