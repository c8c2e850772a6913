import { refundReversal } from '#domain/sales/plans/fees'
import { basisPoints, cents } from '#domain/platform/money'
import { planAfterCancellation, planAfterRefund, type BookedInstalment } from '#domain/sales/plans/planAfterRefund'
import { openingHour } from '../shapes.ts'
import { disputeCard, pastStages, type PlannedDispute } from './dispute.ts'
import type { Outcome } from './outcomes.ts'
import { happen, type Story } from './story.ts'
import { feePlanOf } from './terms.ts'

const DAY = 86_400_000
/** A refund is held for some seconds, so that it can be undone. */
const HOLD = 20_000
/** An operation captured so recently has no later events yet: there is no time for one before now. */
const FRESH = 180_000

/** The events after the capture: instalments by date, refunds, cancellations, withdrawals, holds. */
export function afterlife(story: Story, outcome: Outcome, planned?: PlannedDispute): void {
  const { random, calendar } = story.shop
  const { nowMs } = calendar
  if (nowMs - capturedMs(story) < FRESH) return payUntil(story, nowMs)
  switch (outcome) {
    case 'part_refunded': {
      const times = random.chance(0.15) ? 2 : 1
      const moments = Array.from({ length: times }, () => laterThan(story, 1, 25)).toSorted((a, b) => a - b)
      moments.forEach((atMs) => partRefund(story, atMs))
      return payUntil(story, nowMs)
    }
    case 'cancelled_same_day':
      return giveBackAll(story, sameDay(story), 'cancel')
    case 'merchant_cancelled':
      return giveBackAll(story, laterThan(story, 1, 20), 'cancel')
    case 'fully_refunded':
      if (random.chance(0.3)) partRefund(story, laterThan(story, 0.5, 2))
      return giveBackAll(story, laterThan(story, 3, 30), 'refund')
    case 'customer_withdrawal':
      return withdraw(story)
    case 'default':
      return fallIntoDefault(story)
    case 'fraud_hold':
      return hold(story)
    case 'dispute':
      return dispute(story, planned)
    default:
      return payUntil(story, nowMs, random.chance(0.03))
  }
}

function capturedMs(story: Story): number {
  if (!story.capture) throw new Error('nothing was captured')
  return story.capture.atMs
}

/** Some minutes after the capture, before the day's cut-off and before now. */
function sameDay(story: Story): number {
  const { random, calendar } = story.shop
  const from = capturedMs(story)
  const to = Math.min(from + 120 * 60_000, calendar.dayOf(from).endMs - 30_000, calendar.nowMs - 30_000)
  return from + HOLD + 1 + Math.floor(random.next() * Math.max(to - from - HOLD - 1, 0))
}

/** An instant in opening hours, some days after the last event of the shop, before now. */
function laterThan(story: Story, lowDays: number, highDays: number): number {
  const { random, calendar } = story.shop
  const after = Math.max(capturedMs(story), story.refunds.at(-1)?.completedMs ?? 0) + 60_000
  const opensAt = openingHour(calendar.dayOf(after + (lowDays + random.next() * (highDays - lowDays)) * DAY), random)
  if (opensAt > after && opensAt < calendar.nowMs - 60_000) return opensAt
  return after + Math.floor(random.next() * Math.max(calendar.nowMs - 60_000 - after, 0))
}

/**
 * Collects instalments due until `untilMs`, some minutes after midnight of each date as the clock does. With `late` the last one due
 * fails and stays overdue. What was due before `fromMs` is collected then. The last collection completes the operation.
 */
function payUntil(story: Story, untilMs: number, late = false, fromMs = 0): void {
  const { calendar, random } = story.shop
  const startOf = ({ dueOn }: Story['instalments'][number]) =>
    calendar.past[calendar.indexOf(dueOn) - (calendar.past[0]?.index ?? 0)]?.startMs ?? Infinity
  const due = story.instalments.filter((one) => one.state === 'pending' && startOf(one) <= untilMs)
  const paid = late && due.length > 0 ? due.slice(0, -1) : due
  if (late) for (const missed of due.slice(paid.length)) missed.state = 'overdue'
  let lastMs = 0
  for (const one of paid) {
    one.state = 'paid'
    one.paidMs = lastMs = Math.min(Math.max(startOf(one), fromMs) + random.int(0, 9) * 60_000, untilMs)
  }
  if (paid.length > 0 && owed(story) === 0 && story.state?.substatus === 'payment_process') {
    happen(story, Math.min(Math.max(lastMs, story.events.at(-1)?.atMs ?? 0), calendar.nowMs), 'last_instalment_collected')
  }
}

const owed = (story: Story) =>
  story.instalments.reduce((all, { state, amountCents }) => (state === 'pending' || state === 'overdue' ? all + amountCents : all), 0)

const standing = (story: Story): BookedInstalment[] =>
  story.instalments.map(({ number, dueOn, amountCents, principalCents, interestCents, state }) => ({
    number,
    dueOn,
    amountCents: cents(amountCents),
    principalCents: cents(principalCents),
    interestCents: cents(interestCents),
    state,
  }))

function rewrite(story: Story, after: readonly BookedInstalment[]): void {
  story.instalments.forEach((one, index) => Object.assign(one, after[index]))
}

const reasons = [
  'product_returned',
  'product_returned',
  'product_defective',
  'not_delivered',
  'wrong_amount',
  'customer_request',
  'other',
] as const
const comments = [
  'Devuelve una pieza; el resto se lo queda.',
  'Llegó con un golpe en una esquina, acordamos un descuento.',
  'Faltaba un bulto en la entrega.',
  'Precio mal marcado en la web.',
  'El cliente llamó: se lo piensa y cambia de modelo.',
]

/** Books a refund of `amountCents` released at `atMs`: the amounts to shop and customer by the domain rules. */
function book(
  story: Story,
  atMs: number,
  kind: 'refund' | 'cancel',
  amountCents: number,
  credit: { creditCents: number; costBackCents: number },
): void {
  const { random, staff, calendar } = story.shop
  const captured = story.capture
  if (!captured) throw new Error('nothing was captured')
  const whole = story.refundedCents + amountCents === captured.amountCents
  const sameDay = whole && calendar.dayOf(atMs) === calendar.dayOf(captured.atMs)
  const back = refundReversal({
    capturedCents: cents(captured.amountCents),
    refundedBeforeCents: cents(story.refundedCents),
    refundCents: cents(amountCents),
    plan: feePlanOf(story.productTerms),
    subsidyCents: cents(story.agreed.subsidyCents),
    keepFixed: !sameDay,
  })
  story.refundedCents += amountCents
  story.refunds.push({
    id: random.uuid(story.createdMs),
    kind,
    whole,
    amountCents,
    reason: kind === 'cancel' ? null : random.pick(reasons),
    comment: random.chance(0.35) ? random.pick(comments) : null,
    ...credit,
    feeBackCents: back.feeBackCents,
    vatBackCents: back.vatBackCents,
    subsidyBackCents: back.subsidyBackCents,
    createdMs: atMs - HOLD,
    createdBy: random.chance(0.85) ? random.pick(staff) : null,
    completedMs: atMs,
  })
}

function partRefund(story: Story, atMs: number): void {
  payUntil(story, atMs)
  const { random, calendar } = story.shop
  const left = (story.capture?.amountCents ?? 0) - story.refundedCents
  if (left < 200) return
  const line = random.pick(story.basket.lineTotals)
  const partCents = random.chance(0.4) && line < left ? line : Math.round((left * (0.08 + 0.6 * random.next())) / 100) * 100
  const amountCents = Math.min(Math.max(partCents, 100), left - 1)
  const after = planAfterRefund(standing(story), basisPoints(story.choice.tinBps), cents(amountCents), calendar.dayOf(atMs).on)
  const owedBefore = owed(story)
  rewrite(story, after.instalments)
  book(story, atMs, 'refund', amountCents, { creditCents: after.creditToCustomerCents, costBackCents: 0 })
  const refund = story.refunds.at(-1)
  happen(story, refund?.completedMs ?? atMs, owedBefore > 0 && after.completed ? 'debt_refunded' : 'partially_refunded', {
    userId: refund?.createdBy ?? null,
    channel: refund?.createdBy ? 'panel' : 'api',
    amountCents,
  })
}

/** Refunds all that remains: the customer gets back everything paid, and owes nothing. */
function giveBackAll(story: Story, atMs: number, kind: 'refund' | 'cancel'): void {
  payUntil(story, atMs)
  const amountCents = (story.capture?.amountCents ?? 0) - story.refundedCents
  const before = standing(story)
  const outstanding = before.reduce((all, one) => (one.state === 'pending' || one.state === 'overdue' ? all + one.principalCents : all), 0)
  const after = planAfterCancellation({
    instalments: before,
    paidAtSignatureCents: cents(story.agreed.downpaymentCents + story.agreed.openingFeeCents),
    alreadyCreditedCents: cents(story.refunds.reduce((all, { creditCents }) => all + creditCents, 0)),
  })
  rewrite(story, after.instalments)
  const creditCents = after.creditToCustomerCents
  book(story, atMs, kind, amountCents, { creditCents, costBackCents: creditCents - (amountCents - outstanding) })
  const refund = story.refunds.at(-1)
  story.endedMs = refund?.completedMs ?? atMs
  happen(story, story.endedMs, kind === 'cancel' ? 'cancelled' : 'fully_refunded', {
    userId: refund?.createdBy ?? null,
    channel: refund?.createdBy ? 'panel' : 'api',
    amountCents,
  })
}

/** The customer withdraws within fourteen days and repays the principal within thirty, without future interest. */
function withdraw(story: Story): void {
  const { random, calendar } = story.shop
  const confirmed = story.confirmedMs ?? story.createdMs
  const atMs = Math.min(capturedMs(story) + random.int(1, 9) * DAY, confirmed + 13 * DAY, calendar.nowMs - 60_000)
  payUntil(story, atMs)
  if (story.state?.substatus !== 'payment_process') return
  happen(story, Math.max(atMs, capturedMs(story)), 'customer_withdrew')
  story.endedMs = Math.max(atMs, capturedMs(story))
  const repaidMs = atMs + random.int(5, 28) * DAY
  for (const instalment of story.instalments.filter(({ state }) => state === 'pending')) {
    instalment.amountCents = instalment.principalCents
    instalment.interestCents = 0
    if (repaidMs < calendar.nowMs) Object.assign(instalment, { state: 'paid', paidMs: repaidMs })
  }
}

/** The customer stops paying at some instalment; ninety days later collection stops. */
function fallIntoDefault(story: Story): void {
  const { random, calendar } = story.shop
  const candidates = story.instalments.filter(({ dueOn }) => calendar.indexOf(dueOn) + 95 < calendar.today.index)
  const firstMissed = candidates.length > 0 ? random.pick(candidates) : undefined
  if (!firstMissed) return payUntil(story, calendar.nowMs)
  const missedDay = calendar.past[calendar.indexOf(firstMissed.dueOn) - (calendar.past[0]?.index ?? 0)] ?? calendar.today
  payUntil(story, missedDay.startMs - 1)
  for (const one of story.instalments) if (one.state === 'pending' && one.dueOn < calendar.today.on) one.state = 'overdue'
  happen(story, missedDay.startMs + 92 * DAY, 'defaulted')
}

/** Collection stops while the provider investigates; instalments due meanwhile stay pending. */
function hold(story: Story): void {
  const atMs = laterThan(story, 1, 12)
  payUntil(story, atMs)
  if (story.state?.substatus !== 'payment_process') return
  happen(story, atMs, 'fraud_held')
}

/** The customer disputes a paid instalment at their bank; without one, the plan is paid as any other. */
function dispute(story: Story, planned: PlannedDispute | undefined): void {
  const { random, calendar } = story.shop
  const stage = planned?.stage ?? random.pick(pastStages)
  const [first] = story.instalments
  const openedMs = planned?.openedMs ?? (first ? Date.parse(`${first.dueOn}T12:00:00Z`) : calendar.nowMs) + random.int(1, 6) * DAY
  if (openedMs > calendar.nowMs) return payUntil(story, calendar.nowMs)
  payUntil(story, openedMs)
  if (!story.instalments.some(({ state }) => state === 'paid')) return payUntil(story, calendar.nowMs)
  disputeCard(story, { stage, openedMs }, (fromMs) => payUntil(story, calendar.nowMs, false, fromMs))
}
