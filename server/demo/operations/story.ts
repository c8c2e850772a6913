import { addDays, type LocalDate } from '#domain/platform/dates'
import type { DisputeAnswer, DisputeReason, DisputeState } from '#domain/money/cardDispute'
import type { ShopOffer } from '#domain/sales/plans/offer'
import { PAY_LATER_DAYS } from '#domain/sales/plans/plan'
import type { CaptureMode, Channel, InstalmentState, OperationState, Product } from '#domain/sales/operations/states'
import { type Actor, nextState, type OperationEvent, transitions } from '#domain/sales/operations/transitions'
import type { Basket } from '../baskets.ts'
import type { Calendar } from '../calendar.ts'
import type { Person } from '../people.ts'
import type { Random } from '../random.ts'
import { agree, type Agreed, type Choice, type ShopTerms } from './terms.ts'

/** A shop in one mode while its operations are generated. */
export type Shop = {
  merchantId: string
  mode: 'live' | 'sandbox'
  random: Random
  calendar: Calendar
  /** Today's terms: what is chosen and sold by them is the same in all versions. */
  terms: ShopTerms
  termsAt(atMs: number): ShopTerms
  /** Members who may act on operations. */
  staff: readonly string[]
  agreed(basket: Basket, choice: Choice, terms: ShopOffer): Agreed
}

/** What is known when an operation is created. Times in milliseconds. */
export type Draft = {
  createdMs: number
  mid: string | null
  person: Person
  basket: Basket
  channel: Channel
  captureMode: CaptureMode
  choice: Choice
}

export type StoryInstalment = {
  number: number
  dueOn: LocalDate
  amountCents: number
  originalCents: number
  principalCents: number
  interestCents: number
  state: InstalmentState
  paidMs: number | null
}

export type StoryRefund = {
  id: string
  kind: 'refund' | 'cancel'
  /** The outstanding amount afterwards is zero. */
  whole: boolean
  amountCents: number
  reason: string | null
  comment: string | null
  creditCents: number
  /** Part of it: refunded interest and opening fee, which are not part of the amount. */
  costBackCents: number
  feeBackCents: number
  vatBackCents: number
  subsidyBackCents: number
  createdMs: number
  createdBy: string | null
  completedMs: number
}

/** A card dispute with all that happened. Times in milliseconds. */
export type StoryDispute = {
  id: string
  reference: string
  instalment: number
  amountCents: number
  reason: DisputeReason
  state: DisputeState
  answer: DisputeAnswer | null
  text: string | null
  openedMs: number
  dueMs: number
  answeredMs: number | null
  answeredBy: string | null
  submittedMs: number | null
  closedMs: number | null
  /** Of the journal, and of the settlement line, that ends it. */
  endId: string
}

type StoryEvent = {
  atMs: number
  event: OperationEvent | 'card_disputed' | 'card_dispute_won' | 'card_dispute_lost'
  actor: Actor
  userId: string | null
  channel: string | null
  from: string | null
  to: string
  reason: string | null
  amountCents: number | null
}

/** An operation with all its events. Amounts in cents, times in milliseconds. */
export type Story = Draft & {
  shop: Shop
  id: string
  product: Product
  productTerms: ShopOffer
  totalCents: number
  agreed: Agreed
  state: OperationState | null
  events: StoryEvent[]
  instalments: StoryInstalment[]
  capture: { id: string; amountCents: number; atMs: number; by: string | null } | null
  refunds: StoryRefund[]
  dispute: StoryDispute | null
  voidedCents: number
  refundedCents: number
  duplicateOf: string | null
  createdBy: string | null
  verifiedMs: number | null
  confirmedMs: number | null
  expiresMs: number
  confirmByMs: number | null
  captureByMs: number | null
  endedMs: number | null
}

const actors = new Map(transitions.map(({ event, actor }) => [event, actor]))

/**
 * Applies an event, using the domain's table of transitions.
 * @throws Error if the operation's state does not allow it
 */
export function happen(
  story: Story,
  atMs: number,
  event: OperationEvent,
  more: { userId?: string | null; channel?: string | null; amountCents?: number } = {},
): void {
  const before = story.state
  const after = nextState(before, event)
  if (!after) throw new Error(`${event} is not allowed in state ${before?.substatus ?? 'none'}`)
  if (atMs > story.shop.calendar.nowMs) throw new Error(`${event} is in the future`)
  story.state = after
  story.events.push({
    atMs,
    event,
    actor: actors.get(event) ?? 'system',
    userId: more.userId ?? null,
    channel: more.channel ?? null,
    from: before?.substatus ?? null,
    to: after.substatus,
    reason: after.suspensionReason ?? after.statusReason,
    amountCents: more.amountCents ?? null,
  })
}

/** Starts an operation with its first event: the shop sent a checkout, or its plugin created one. */
export function startStory(shop: Shop, draft: Draft, withConsent: boolean): Story {
  const offline = draft.channel !== 'online'
  const { product } = draft.choice
  const productTerms = shop.termsAt(draft.createdMs)[product]
  const story: Story = {
    ...draft,
    shop,
    id: shop.random.uuid(draft.createdMs),
    product,
    productTerms,
    totalCents: draft.basket.totalCents,
    agreed: shop.agreed(draft.basket, draft.choice, productTerms),
    state: null,
    events: [],
    instalments: [],
    capture: null,
    refunds: [],
    dispute: null,
    voidedCents: 0,
    refundedCents: 0,
    duplicateOf: null,
    createdBy: offline ? shop.random.pick(shop.staff) : null,
    verifiedMs: null,
    confirmedMs: null,
    expiresMs: draft.createdMs + (offline ? 72 : 1) * 3_600_000,
    confirmByMs: null,
    captureByMs: null,
    endedMs: null,
  }
  happen(story, draft.createdMs, withConsent ? 'created_with_consent' : 'created', {
    userId: story.createdBy,
    channel: offline ? 'panel' : 'plugin',
  })
  return story
}

/** Captures an amount: the plan gets its dates, and what is not captured by the deadline is voided. */
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
