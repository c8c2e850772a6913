import { expect, it } from 'vitest'
import { deadlinesIn } from './deadlines.ts'
import { reasonsOf, substatuses, type Reason, type Substatus } from './states.ts'
import { stateOf } from './transitions.ts'

const expected: Readonly<Partial<Record<Reason | Substatus, string[]>>> = {
  pending_customer: ['checkout_expiry'],
  confirmation_required: ['confirmation'],
  capture_required: ['capture'],
  payment_process: ['capture', 'instalment'],
}

it('only a pending or live operation has deadlines: its checkout, its confirmation, its capture, its next instalment', () => {
  for (const substatus of substatuses) {
    const reasons: readonly (Reason | null)[] = reasonsOf[substatus].length > 0 ? reasonsOf[substatus] : [null]
    for (const reason of reasons) {
      const expectedDeadlines = expected[substatus] ?? (reason === null ? undefined : expected[reason]) ?? []
      expect(deadlinesIn(stateOf(substatus, reason)), `${substatus} ${reason}`).toEqual(expectedDeadlines)
    }
  }
})
