import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { setMessages } from '../../platform/i18n/messages.ts'
import { relatedSettlements } from './relatedSettlements.ts'
import { testSettlement } from '../../testing/testSettlement.ts'

const words = JSON.parse(readFileSync('messages/es/money/settlements.json', 'utf8')) as Record<string, string> // our own file

beforeAll(() => setMessages(words))

const [before, after] = [
  { id: 'a'.repeat(32), reference: 'LIQ-2026-000212' },
  { id: 'b'.repeat(32), reference: 'LIQ-2026-000214' },
]
const none = testSettlement().carried
const related = (...terms: Parameters<typeof relatedSettlements>) => relatedSettlements(...terms).map(({ words: text, id }) => [text, id])

it('links a balance to the previous or next settlement, if any', () => {
  const carried = { ...none, previous: before, following: after }
  expect(related('opening', carried)).toEqual([['de LIQ-2026-000212', before.id]])
  expect(related('closing', carried)).toEqual([['a LIQ-2026-000214', after.id]])
  expect([...related('opening', none), ...related('closing', none), ...related('sales', carried)]).toEqual([])
})

it('links a reserve to the settlement where it was held or released, or shows its release date', () => {
  const freed = { ...none, reservesFreed: [{ ...before, amount: 100 }] }
  expect(related('reserveReleased', freed)).toEqual([['de LIQ-2026-000212', before.id]])
  const held = { ...none, reserveDueOn: '2027-02-21' }
  expect(related('reserveHeld', held)).toEqual([['hasta el 21.02.2027', null]])
  expect(related('reserveHeld', { ...held, reserveFreedIn: after })).toEqual([['vuelve en LIQ-2026-000214', after.id]])
  expect(related('reserveHeld', none)).toEqual([])
})
