import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handoverCoolingMs, handoverEffectiveAt, handoverLongCoolingMs, handoverProblem } from './handover.ts'
import { roles } from './roles.ts'

// Ownership is handed over by an owner to a permanent member, and never at once.
const side = (id: string) =>
  fc.record({
    id: fc.constant(id),
    role: fc.constantFrom(...roles),
    active: fc.boolean(),
    temporary: fc.boolean(),
    sandboxOnly: fc.boolean(),
  })

test('a handover is possible only from an active owner to another active person whose access neither ends nor is sandbox-only', () => {
  fc.assert(
    fc.property(side('a'), side('b'), (from, to) => {
      const fits = from.role === 'owner' && from.active && to.role !== 'owner' && to.active && !to.temporary && !to.sandboxOnly
      expect(handoverProblem(from, to) === null).toBe(fits)
      expect(handoverProblem(from, { ...to, id: 'a' })).toBe('self')
    }),
  )
})

test('a handover never takes effect at once, and waits longer after a recent credential change', () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') }),
      fc.option(fc.integer({ min: 0, max: 30 * 86_400_000 }), { nil: null }),
      (at, ago) => {
        const waits = handoverEffectiveAt(at, ago === null ? null : new Date(at.getTime() - ago)).getTime() - at.getTime()
        expect(waits).toBe(ago !== null && ago < handoverLongCoolingMs ? handoverLongCoolingMs : handoverCoolingMs)
      },
    ),
  )
})
