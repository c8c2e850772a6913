import { afterEach, expect, it, vi } from 'vitest'
import { readSession } from './sessionCookie.ts'

afterEach(() => vi.unstubAllGlobals())

it('returns null for a cookie that occurs twice or cannot be parsed', () => {
  const twice = 'session=%7B%22accessToken%22%3A%22a%22%2C%22refreshToken%22%3A%22b%22%7D; session=evil'
  for (const cookie of [twice, 'session=', 'session=%', 'session=null', 'session=%7B%7D', 'session=1', 'xsession=%7B%7D']) {
    vi.stubGlobal('document', { cookie })
    expect(readSession(), cookie).toBeNull()
  }
})
