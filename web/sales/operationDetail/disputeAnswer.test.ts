import { expect, it } from 'vitest'
import type { Dispute } from '#contract/sales/disputes'
import { t } from '../../platform/i18n/t.ts'
import type { Operation } from '#contract/sales/operations'
import { whenText } from '../operationStatus/operationText.ts'
import { disputeAnswer, unreadAnswer, unseenAnswer } from './useDisputeAnswer.ts'

const now = new Date('2026-11-27T10:00:00Z')
const open = {
  state: 'needs_response',
  answerable: true,
  openedAt: '2026-11-20T10:00:00.000Z',
  evidenceDueAt: '2026-12-07T10:00:00.000Z',
  answer: null,
}
// Only what the answers are made of.
const suspended = { disputedAmount: 2_000, substatus: 'payment_suspended', suspensionReason: 'dispute' } as const
const answerOf = (...disputes: object[]) => disputeAnswer(disputes as Dispute[], suspended, now)

it('says that the shop acts until it has answered, and the customer’s bank afterwards', () => {
  expect(answerOf({ ...open, state: 'won' })).toBeNull()
  expect(answerOf(open)).toMatchObject({
    mine: true,
    who: { answer: t('operations.who.merchant') },
    todo: { answer: t('operations.dispute.do') },
  })
  expect(answerOf({ ...open, answer: 'evidence' })).toMatchObject({ mine: false, who: { answer: t('operations.dispute.bank') } })
  const reviewed = { ...open, state: 'under_review', answerable: false, answer: 'evidence' }
  expect(answerOf(reviewed)).toMatchObject({
    mine: false,
    until: { answer: t('operations.detail.untilBank') },
    todo: { answer: t('operations.dispute.wait') },
  })
  expect(answerOf(reviewed, open)).toMatchObject({ mine: true, until: answerOf(open)?.until })
  // Two days before the bank's own deadline, and that one once the first has passed.
  const until = (at: string) => disputeAnswer([open as unknown as Dispute], suspended, new Date(at))?.until.answer
  expect([until('2026-12-05T09:00:00Z'), until('2026-12-05T11:00:00Z')]).toEqual([
    whenText(new Date('2026-12-05T10:00:00Z'), new Date('2026-12-05T09:00:00Z')),
    whenText(new Date(open.evidenceDueAt), new Date('2026-12-05T11:00:00Z')),
  ])
})

it('says who bears a lost dispute, and that the provider decides on the rest of a suspended plan', () => {
  const lost = { state: 'lost', answerable: false, evidenceDueAt: null, answer: null, bearer: 'merchant' }
  expect(answerOf(lost)).toMatchObject({
    mine: false,
    who: { answer: t('operations.who.provider') },
    todo: { answer: t('operations.dispute.nothing'), note: t('operations.dispute.lostShop') },
  })
  expect(answerOf({ ...lost, bearer: 'provider' })?.todo.note).toBe(t('operations.dispute.lostProvider'))
  const paid = { disputedAmount: 2_000, substatus: 'payment_completed', suspensionReason: null } as const
  expect(disputeAnswer([lost] as unknown as Dispute[], paid, now)?.who.answer).toBe(t('operations.who.nobody'))
  // Given back by the bank after all, or collected again.
  for (const other of [
    { ...paid, disputedAmount: 0 },
    { ...paid, substatus: 'payment_process' as const },
  ])
    expect(disputeAnswer([lost] as unknown as Dispute[], other, now)).toBeNull()
})

it('says to who may not read disputes that the bank decides or has decided', () => {
  const withHistory = (...events: string[]) => ({ ...suspended, history: events.map((event) => ({ event })) as Operation['history'] })
  expect(unseenAnswer(withHistory('card_disputed'))).toMatchObject({ mine: false, who: { answer: t('operations.dispute.bank') } })
  expect(unseenAnswer(withHistory('card_disputed', 'card_dispute_lost'))?.todo.note).toBe(t('operations.dispute.decided'))
  expect(unseenAnswer({ ...withHistory('card_disputed', 'card_dispute_won'), disputedAmount: 0 })).toBeNull()
})

it('tells nobody to wait while a dispute is not read, or could not be', () => {
  const disputed = { ...suspended, history: [{ event: 'card_disputed' }] as Operation['history'] }
  expect(unreadAnswer(disputed, false)).toMatchObject({ mine: false, who: { answer: '—' }, todo: { answer: '—' } })
  expect(unreadAnswer(disputed, true)?.todo.note).toBe(t('disputes.failed'))
  expect(unreadAnswer({ ...disputed, disputedAmount: 0 }, true)).toBeNull()
})
