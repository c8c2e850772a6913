import { beforeEach, expect, it, vi } from 'vitest'
import { readMode, writeMode } from './modeStorage.ts'

const shop = { id: 'a'.repeat(32) }
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

it('stores the mode per merchant as 1 or 0', () => {
  writeMode(shop.id, [shop], 'sandbox')
  expect([...stored]).toEqual([[`sandbox:${shop.id}`, '1']])
  expect(readMode(shop.id, [shop])).toBe('sandbox')
  writeMode(shop.id, [shop], 'live')
  expect([...stored]).toEqual([[`sandbox:${shop.id}`, '0']])
})

it.each(['true', '"1"', '1 ', '{}', 'sandbox', '[object Object]', '', '01', 'x'.repeat(1_000_000)])(
  'reads anything else as live: %.20s',
  (value) => {
    stored.set(`sandbox:${shop.id}`, value)
    expect(readMode(shop.id, [shop])).toBe('live')
  },
)

it.each(['undefined', '__proto__', 'constructor', '', 'A'.repeat(32), 'b'.repeat(32), `${'a'.repeat(32)} `])(
  'never uses %s as a key',
  (id) => {
    stored.set(`sandbox:${id}`, '1')
    const before = [...stored]
    expect(readMode(id, [shop])).toBe('live')
    writeMode(id, [shop], 'sandbox')
    expect([...stored]).toEqual(before)
  },
)

it('a merchant that is not in the loaded list is live, also with a well-formed id', () => {
  stored.set('sandbox:undefined', '1')
  expect(readMode('undefined', [{ id: 'undefined' }])).toBe('live')
  expect(readMode(null, [shop])).toBe('live')
})

it('works without storage', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  })
  expect(readMode(shop.id, [shop])).toBe('live')
  expect(() => writeMode(shop.id, [shop], 'sandbox')).not.toThrow()
})
