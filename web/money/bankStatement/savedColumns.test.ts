import { beforeEach, expect, it, vi } from 'vitest'
import { savedColumns, saveColumns } from './savedColumns.ts'

const columns = { kind: 'split', date: 0, debit: 2, credit: 3 } as const
beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  })
})

it('stores column mappings by user and headings, and evicts the oldest', () => {
  saveColumns('ana', { signature: 'fecha|a|b' }, { kind: 'signed', date: 0, amount: 1 })
  saveColumns('ana', { signature: 'fecha|a|b' }, columns)
  expect(savedColumns('ana', { signature: 'fecha|a|b', width: 4 })).toEqual(columns)
  expect(savedColumns('ana', { signature: 'fecha|a|b', width: 3 })).toBeNull()
  expect(savedColumns('eva', { signature: 'fecha|a|b', width: 4 })).toBeNull()
  for (let nth = 0; nth < 20; nth += 1) saveColumns('ana', { signature: `bank ${nth}` }, columns)
  expect(savedColumns('ana', { signature: 'fecha|a|b', width: 4 })).toBeNull()
  expect(savedColumns('ana', { signature: 'bank 19', width: 4 })).toEqual(columns)
})

it.each(['null', '{}', '[1]', '[["x"]]', '[["x",{"kind":"split","date":0,"debit":2}]]', '[["x",{"kind":"other","date":0}]]', 'no JSON'])(
  'returns null when the stored value is %s',
  (text) => {
    localStorage.setItem('bank-columns:ana', text)
    expect(savedColumns('ana', { signature: 'x', width: 4 })).toBeNull()
    saveColumns('ana', { signature: 'x' }, columns)
    expect(savedColumns('ana', { signature: 'x', width: 4 })).toEqual(columns)
  },
)
