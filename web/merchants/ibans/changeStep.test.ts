import { expect, test } from 'vitest'
import { changeStep, sorted } from './changeStep.ts'
import { testIban } from '../../testing/testIban.ts'

const ana = { id: 'a'.repeat(32), name: 'Ana' }
const bea = { id: 'b'.repeat(32), name: 'Bea' }
const owner = (who: { id: string }) => ({ id: who.id, isOwner: true })
const reader = { id: 'c'.repeat(32), isOwner: false }

test('who asked confirms, and nobody else', () => {
  const change = testIban({ status: 'unconfirmed', requestedBy: ana })
  expect(changeStep(change, owner(ana))).toBe('confirm')
  expect(changeStep(change, owner(bea))).toBe('confirmation')
  expect(changeStep(change, reader)).toBe('confirmation')
  // Somebody who asked and is an owner no more.
  expect(changeStep(change, { id: ana.id, isOwner: false })).toBe('confirmation')
})

test('another owner approves, never the one who asked', () => {
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

test('with one owner the review is all, and then time', () => {
  expect(changeStep(testIban({ status: 'pending_review', requestedBy: ana }), owner(ana))).toBe('review')
  expect(changeStep(testIban({ status: 'cooling', requestedBy: ana }), owner(ana))).toBe('time')
})

test('the account that pays, the change under way, and what was before', () => {
  const [active, cooling, replaced, rejected] = (['active', 'cooling', 'replaced', 'rejected'] as const).map((status) =>
    testIban({ status }),
  )
  const all = [cooling, rejected, active, replaced].filter((one) => one !== undefined)
  expect(sorted(all)).toEqual({ present: active, change: cooling, earlier: [rejected, replaced] })
  expect(sorted([])).toEqual({ present: null, change: null, earlier: [] })
})
