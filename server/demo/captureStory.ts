import { addDays } from '#domain/platform/dates'
import { PAY_LATER_DAYS } from '#domain/sales/plans/plan'
import { agree } from './terms.ts'
import type { Story } from './story.ts'

/** Captures an amount: the plan gets its dates, and what the deadline leaves uncaptured is voided. */
export function capture(story: Story, atMs: number, amountCents: number, by: string | null): void {
  const { shop, choice, captureByMs } = story
  story.capture = { id: shop.random.uuid(story.createdMs), amountCents, atMs, by }
  if (amountCents !== story.totalCents) {
    story.agreed = agree(amountCents, choice, story.productTerms)
    if (captureByMs !== null && captureByMs < shop.calendar.nowMs) story.voidedCents = story.totalCents - amountCents
  }
  const signedOn = shop.calendar.dayOf(atMs).on
  const months = shop.calendar.monthsAfter(signedOn, story.agreed.periods.length)
  story.instalments = story.agreed.periods.map(({ principalCents, interestCents }, index) => ({
    number: index + 1,
    dueOn: story.product === 'pay_later' ? addDays(signedOn, PAY_LATER_DAYS) : (months[index] ?? signedOn),
    amountCents: principalCents + interestCents,
    originalCents: principalCents + interestCents,
    principalCents,
    interestCents,
    state: 'pending',
    paidMs: null,
  }))
}
