import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { setMessages } from '../../platform/i18n/messages.ts'
import { otherEnds } from './otherEnds.ts'
import { testSettlement } from '../../testing/testSettlement.ts'

const words = JSON.parse(readFileSync('messages/es/money/settlements.json', 'utf8')) as Record<string, string> // our own file

beforeAll(() => setMessages(words))

const [before, after] = [
  { id: 'a'.repeat(32), reference: 'LIQ-2026-000212' },
  { id: 'b'.repeat(32), reference: 'LIQ-2026-000214' },
]
const none = testSettlement().carried
const told = (...given: Parameters<typeof otherEnds>) => otherEnds(...given).map(({ words: said, id }) => [said, id])

it('a balance leads to the settlement before or after, where there is one', () => {
  const carried = { ...none, previous: before, following: after }
  expect(told('opening', carried)).toEqual([['de LIQ-2026-000212', before.id]])
  expect(told('closing', carried)).toEqual([['a LIQ-2026-000214', after.id]])
  expect([...told('opening', none), ...told('closing', none), ...told('sales', carried)]).toEqual([])
})

it('a reserve leads to where it was held or came free, and says until when it is held', () => {
  const freed = { ...none, reservesFreed: [{ ...before, amount: 100 }] }
  expect(told('reserveReleased', freed)).toEqual([['de LIQ-2026-000212', before.id]])
  const held = { ...none, reserveDueOn: '2027-02-21' }
  expect(told('reserveHeld', held)).toEqual([['hasta el 21.02.2027', null]])
  expect(told('reserveHeld', { ...held, reserveFreedIn: after })).toEqual([['vuelve en LIQ-2026-000214', after.id]])
  expect(told('reserveHeld', none)).toEqual([])
})
