import { expect, it } from 'vitest'
import type { Dispute } from '#contract/sales/disputes'
import { t } from '../../platform/i18n/t.ts'
import { disputeAnswer } from './useDisputeAnswer.ts'

const now = new Date('2026-11-27T10:00:00Z')
const open = { state: 'needs_response', answerable: true, answerBy: '2026-12-05T10:00:00.000Z', answer: null }
// Only what the answers are made of.
const answerOf = (...disputes: object[]) => disputeAnswer(disputes as Dispute[], now)

it('says that the shop acts until it has answered, and the customer’s bank afterwards', () => {
  expect(answerOf({ ...open, state: 'lost' })).toBeNull()
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
})
