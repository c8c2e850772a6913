import fc from 'fast-check'
import { expect, it } from 'vitest'
import { basisPoints, cents } from '../platform/money.ts'
import {
  answerBy,
  answerDeadline,
  bearerOf,
  disputeBearers,
  disputeMoney,
  disputeStates,
  laterState,
  merchantTotal,
  moneyBetween,
  noDisputeMoney,
  takenByPartner,
  type DisputeMoney,
} from './cardDispute.ts'

it('lets the provider bear a lost dispute only when the shop gave evidence and sold by the rules', () => {
  const bearers = [true, false].flatMap((soldByTheRules) =>
    (['evidence', 'accepted', null] as const).map((answer) => `${answer} ${soldByTheRules} ${bearerOf({ answer, soldByTheRules })}`),
  )
  expect(bearers).toEqual([
    'evidence true provider',
    'accepted true merchant',
    'null true merchant',
    'evidence false merchant',
    'accepted false merchant',
    'null false merchant',
  ])
})

it('never goes back from an end, but from lost to won', () => {
  for (const known of disputeStates)
    for (const read of disputeStates) {
      const next = laterState(known, read)
      expect([known, read]).toContain(next)
      if (known === 'won' || known === 'dismissed') expect(next).toBe(known)
      if (known === 'lost') expect(next).toBe(read === 'won' ? 'won' : 'lost')
    }
  expect(laterState('under_review', 'needs_response')).toBe('under_review')
  expect(laterState('inquiry', 'needs_response')).toBe('needs_response')
})

it('asks the shop two days before the deadline, and leaves it at least half of the time', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  expect([answerBy(at(1), at(11)), answerBy(at(1), at(3)), answerBy(at(1), at(1))]).toEqual([at(9), at(2), at(1)])
  expect([answerDeadline(at(1), at(11), at(8)), answerDeadline(at(1), at(11), at(9))]).toEqual([at(9), at(11)])
})

const facts = fc.record({
  state: fc.constantFrom(...disputeStates),
  withdrawnCents: fc.nat({ max: 300_000 }).map(cents),
  feeCents: fc.nat({ max: 5_000 }).map(cents),
  bearer: fc.constantFrom(...disputeBearers),
  vatRate: fc.constant(basisPoints(2_100)),
})

it('keeps every cent: what the partner took is held or borne, and the shop pays amount, fee and VAT or nothing', () => {
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 8 }), (story) => {
      let booked: DisputeMoney = noDisputeMoney
      let [cash, shop] = [0, 0]
      for (const dispute of story) {
        const money = disputeMoney(dispute)
        const change = moneyBetween(booked, money)
        cash += takenByPartner(change)
        shop += merchantTotal(change)
        booked = money
        const isShops = dispute.state === 'lost' && dispute.bearer === 'merchant'
        expect(cash).toBe(dispute.withdrawnCents + dispute.feeCents)
        expect(booked.heldCents + booked.providerCents + booked.merchantCents).toBe(dispute.withdrawnCents)
        expect(shop).toBe(isShops ? dispute.withdrawnCents + dispute.feeCents + Math.round(dispute.feeCents * 0.21) : 0)
      }
    }),
    { numRuns: 200 },
  )
})
