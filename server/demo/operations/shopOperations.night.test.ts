import { describe, expect, it } from 'vitest'
import { makeCalendar } from '../calendar.ts'
import { collectRows } from '../collectRows.ts'
import { tables } from '../tables.ts'
import { fillShop } from './shopOperations.ts'

/** Midnights, both daylight saving changes, a leap day, ends of years, Easter, summer time; then any days. */
const instants = [
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:30:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2028-02-29T12:00:00Z',
  '2026-12-31T22:59:59Z',
  '2026-12-31T23:00:00.001Z',
  '2026-04-03T09:00:00Z',
  '2026-05-31T21:59:30Z',
  '2026-05-31T22:00:00Z',
  ...Array.from({ length: 10 }, (_, index) => new Date(Date.UTC(2026, 0, 1) + index * 37.37 * 86_400_000).toISOString()),
]

async function rowsOf(now: string, operations: number, mode: 'live' | 'sandbox', manual: boolean) {
  const rows = collectRows()
  const shop = {
    plan: { categories: ['Muebles y decoración', 'Clínicas dentales'], manual },
    merchantId: '01900000-0000-7000-8000-0000000000a1',
    mode,
    operations,
    staff: ['01900000-0000-7000-8000-0000000000b1'],
    slot: 3,
    pay: {
      rhythm: { frequency: manual ? ('weekly' as const) : ('daily' as const), weekday: 4 },
      reserveBps: 500,
      reserveDays: 90,
      account: null,
    },
    firstMid: 10_001,
  }
  for await (const _ of fillShop(shop, makeCalendar(new Date(now)), rows));
  const [, text = ''] = rows.take().find(([table]) => table === 'operations') ?? []
  return text
    .trimEnd()
    .split('\n')
    .map((line) => Object.fromEntries(line.split('\t').map((value, index) => [tables.operations[index], value])))
}

describe('a shop of the demo', () => {
  it.each(instants)('at %s has no operations in the future and none that should have ended', async (now) => {
    for (const [operations, mode, manual] of [
      [1_000, 'live', false],
      [150, 'live', true],
      [250, 'sandbox', false],
      [7, 'live', false],
    ] as const) {
      const shop = await rowsOf(now, operations, mode, manual)
      expect(shop).toHaveLength(operations)
      expect(shop.filter((one) => (one.created_at ?? '') > new Date(now).toISOString())).toEqual([])
      const open = shop.filter((one) => one.substatus?.startsWith('pending'))
      expect(open.filter((one) => new Date(one.capture_by || one.confirm_by || one.expires_at || 0) < new Date(now))).toEqual([])
    }
  })
})
