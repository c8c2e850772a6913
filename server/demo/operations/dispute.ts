import { createHash } from 'node:crypto'
import {
  bearerOf,
  type DisputeMoney,
  disputeMoney,
  type DisputeReason,
  type DisputeState,
  isContested,
  isOver,
  moneyBetween,
  noDisputeMoney,
} from '#domain/money/cardDispute'
import { cents } from '#domain/platform/money'
import { nextState } from '#domain/sales/operations/transitions'
import { STANDARD_VAT } from '#domain/sales/plans/fees'
import { makeRandom } from '../random.ts'
import { instant, instantOrNull, type Rows } from '../collectRows.ts'
import type { Books } from './books.ts'
import { happen, type Story, type StoryDispute } from './story.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** As the simulated card provider has it. */
const FEE_CENTS = 2_000
export const RESPONSE_DAYS = 10

/** How far a card dispute has come. `unanswered` and `answered` are open, the shop's evidence is with the bank `under_review`. */
type DisputeStage = 'unanswered' | 'answered' | 'under_review' | 'won' | 'lost_by_provider' | 'lost_by_shop'
/** Where a dispute of some weeks ago can stand. */
export const pastStages = ['lost_by_shop', 'won', 'lost_by_provider', 'under_review'] as const satisfies readonly DisputeStage[]
/** A dispute to tell: where it stands, and when it was opened; without the instant, some days after the first instalment was paid. */
export type PlannedDispute = { stage: DisputeStage; openedMs?: number }

const stateOf: Readonly<Record<DisputeStage, DisputeState>> = {
  unanswered: 'needs_response',
  answered: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost_by_provider: 'lost',
  lost_by_shop: 'lost',
}

const stories: readonly (readonly [DisputeReason, string])[] = [
  ['not_received', 'Entregado por el transportista en su domicilio, firmado por el cliente. Adjuntamos el albarán con fecha y firma.'],
  ['unacceptable', 'El artículo es el de la ficha de la web. Le ofrecimos recogerlo y cambiarlo sin coste y no contestó.'],
  ['unrecognized', 'El cliente firmó el contrato con el código de su móvil y recogió el pedido en la tienda. Adjuntamos el tique.'],
  ['cancelled', 'Pidió cancelar cuando ya lo había recibido. Nuestras condiciones, que aceptó, dan 14 días desde la entrega.'],
]

/**
 * The customer disputes an instalment that was paid: the bank withdraws it, collection stops, the shop answers or does not, and the bank decides. `resume`
 * collects again from an instant on. Its own random source, so that other data do not depend on it.
 */
export function disputeCard(
  story: Story,
  { stage, openedMs }: { stage: DisputeStage; openedMs: number },
  resume: (fromMs: number) => void,
): void {
  const random = makeRandom(`dispute/${story.id}`)
  const paid = story.instalments.findLast(({ state }) => state === 'paid')
  if (!paid) throw new Error('nothing was paid that can be disputed')
  const [reason, text] = random.pick(stories)
  const isAnswered = stage !== 'unanswered' && stage !== 'lost_by_shop'
  const answeredMs = isAnswered ? openedMs + random.int(20, 60) * HOUR : null
  const submittedMs = answeredMs !== null && stage !== 'answered' ? answeredMs + 20 * HOUR : null
  const state = stateOf[stage]
  const dispute: StoryDispute = {
    id: random.uuid(openedMs),
    reference: `sim_dispute_${random.uuid(openedMs)}`,
    instalment: paid.number,
    amountCents: paid.amountCents,
    reason,
    state,
    answer: isAnswered ? 'evidence' : null,
    text: isAnswered ? text : null,
    openedMs,
    dueMs: openedMs + RESPONSE_DAYS * DAY,
    answeredMs,
    answeredBy: isAnswered ? random.pick(story.shop.staff) : null,
    submittedMs,
    closedMs: isOver(state) ? (submittedMs ?? openedMs + RESPONSE_DAYS * DAY) + random.int(1, 5) * DAY : null,
    endId: random.uuid(openedMs),
  }
  story.dispute = dispute
  note(story, openedMs, 'card_disputed')
  const { amountCents, closedMs } = dispute
  const isHeld = nextState(story.state, 'dispute_opened') !== null
  if (isHeld) happen(story, openedMs, 'dispute_opened', { amountCents })
  if (closedMs === null) return
  note(story, closedMs, state === 'won' ? 'card_dispute_won' : 'card_dispute_lost')
  if (state !== 'won' || !isHeld) return
  happen(story, closedMs, 'hold_lifted', { amountCents })
  resume(closedMs)
}

/** An entry of the history that changes no state. */
function note(story: Story, atMs: number, event: 'card_disputed' | 'card_dispute_won' | 'card_dispute_lost'): void {
  const { state, dispute } = story
  if (!state || !dispute) throw new Error('there is no dispute')
  const { substatus, suspensionReason, statusReason } = state
  const amountCents = dispute.amountCents
  const common = { actor: 'provider' as const, userId: null, channel: null, from: substatus, to: substatus, amountCents }
  story.events.push({ atMs, event, ...common, reason: suspensionReason ?? statusReason })
}

/** What is disputed of an operation: undecided or lost, in cents. */
export const disputedCents = ({ dispute }: Story): number => (dispute && isContested(dispute.state) ? dispute.amountCents : 0)

const bearerIn = ({ state, answer }: StoryDispute) => (state === 'lost' ? bearerOf({ answer, soldByTheRules: true }) : null)

function moneyIn(dispute: StoryDispute, state: DisputeState): DisputeMoney {
  const withdrawnCents = cents(state === 'won' ? 0 : dispute.amountCents)
  const bearer = state === 'lost' ? bearerIn(dispute) : null
  return disputeMoney({ state, withdrawnCents, feeCents: cents(FEE_CENTS), bearer, vatRate: STANDARD_VAT })
}

/** What a lost dispute costs the shop; null: nothing. */
export function chargedOf(dispute: StoryDispute): { money: DisputeMoney; atMs: number } | null {
  const money = moneyIn(dispute, dispute.state)
  return dispute.closedMs !== null && money.merchantCents > 0 ? { money, atMs: dispute.closedMs } : null
}

/** When the card provider is asked next. A bank takes weeks; the simulated one decides as soon as it is asked. */
function askAt({ closedMs, state, openedMs }: StoryDispute, nowMs: number): string | null {
  if (closedMs !== null) return null
  return instant(state === 'under_review' ? Math.max(openedMs + 70 * DAY, nowMs + 7 * DAY) : nowMs + 12 * HOUR)
}

/** Writes the dispute, what the card provider remembers of it, and its journals. The charges of instalments are named by operation and number. */
export function writeDispute(story: Story, rows: Rows, key: readonly [string, string], books: Books): void {
  const { dispute } = story
  if (!dispute) return
  const { id, reference, reason, state, amountCents, answer, openedMs, dueMs, answeredMs, submittedMs, closedMs } = dispute
  const money = moneyIn(dispute, state)
  const withdrawn = money.heldCents + money.providerCents + money.merchantCents
  const bearer = bearerIn(dispute)
  const chargeId = createHash('md5').update(`${story.id} ${dispute.instalment}`).digest('hex')
  const [opened, due, closed] = [instant(openedMs), instant(dueMs), instantOrNull(closedMs)]
  const [answered, submitted] = [instantOrNull(answeredMs), instantOrNull(submittedMs)]
  rows.add('card_disputes', [
    ...key,
    id,
    story.id,
    chargeId,
    'simulated',
    reference,
    reason,
    reason,
    state,
    amountCents,
    withdrawn,
    FEE_CENTS,
    money.heldCents,
    money.providerCents,
    money.merchantCents,
    money.merchantFeeCents,
    money.merchantVatCents,
    opened,
    opened,
    due,
    answer,
    dispute.text,
    answered,
    dispute.answeredBy,
    submitted,
    bearer,
    closed,
  ])
  const about = [reference, reason, state, amountCents, opened, due] as const
  rows.add('card_dispute_queue', [
    id,
    ...key,
    story.id,
    'simulated',
    ...about,
    answer,
    answered,
    submitted,
    bearer,
    closed,
    askAt(dispute, story.shop.calendar.nowMs),
  ])
  rows.add('simulated_disputes', [
    reference,
    ...key,
    story.id,
    chargeId,
    state,
    reason,
    amountCents,
    withdrawn,
    FEE_CENTS,
    dispute.text,
    opened,
    due,
  ])
  const first = moneyIn(dispute, 'needs_response')
  books.disputed(story, { id, atMs: openedMs, change: moneyBetween(noDisputeMoney, first) })
  if (closedMs !== null) books.disputed(story, { id: dispute.endId, atMs: closedMs, change: moneyBetween(first, money) })
}
