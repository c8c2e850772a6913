import { expect, test } from 'vitest'
import { changeStep, sorted } from './changeStep.ts'
import { testIban } from '../../testing/testIban.ts'

const ana = { id: 'a'.repeat(32), name: 'Ana' }
const bea = { id: 'b'.repeat(32), name: 'Bea' }
const owner = (who: { id: string }) => ({ id: who.id, isOwner: true })
const reader = { id: 'c'.repeat(32), isOwner: false }

test('only the requester confirms a change', () => {
  const change = testIban({ status: 'unconfirmed', requestedBy: ana })
  expect(changeStep(change, owner(ana))).toBe('confirm')
  expect(changeStep(change, owner(bea))).toBe('confirmation')
  expect(changeStep(change, reader)).toBe('confirmation')
  // A requester who is no longer an owner.
  expect(changeStep(change, { id: ana.id, isOwner: false })).toBe('confirmation')
})

test('only another owner approves a change, never the requester', () => {
  const change = testIban({ status: 'pending_review', requestedBy: ana, needsSecondOwner: true })
  expect(changeStep(change, owner(ana))).toBe('both')
  expect(changeStep(change, owner(bea))).toBe('approve')
  expect(changeStep(change, reader)).toBe('both')
  const reviewed = { ...change, reviewedAt: '2026-11-20T09:00:00.000Z' }
  expect(changeStep(reviewed, owner(ana))).toBe('owner')
  expect(changeStep(reviewed, owner(bea))).toBe('approve')
  const agreed = { ...change, secondOwner: { ...bea, at: '2026-11-20T09:00:00.000Z' } }
  expect(changeStep(agreed, owner(bea))).toBe('review')
})

test('with one owner, a change needs the review and then the waiting period only', () => {
  expect(changeStep(testIban({ status: 'pending_review', requestedBy: ana }), owner(ana))).toBe('review')
  expect(changeStep(testIban({ status: 'cooling', requestedBy: ana }), owner(ana))).toBe('time')
})

test('separates the current account, the pending change and the former accounts', () => {
  const [active, cooling, replaced, rejected] = (['active', 'cooling', 'replaced', 'rejected'] as const).map((status) =>
    testIban({ status }),
  )
  const all = [cooling, rejected, active, replaced].filter((one) => one !== undefined)
  expect(sorted(all)).toEqual({ present: active, change: cooling, earlier: [rejected, replaced] })
  expect(sorted([])).toEqual({ present: null, change: null, earlier: [] })
})
