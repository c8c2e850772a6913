import type { LocalDate } from '#domain/platform/dates'
import { merchantTotal } from '#domain/money/cardDispute'
import { trigrams } from '#domain/sales/operations/search'
import type { SettlementStatus } from '#domain/sales/operations/states'
import { arrayText, instant, instantOrNull, type Rows, type Value } from '../collectRows.ts'
import type { Books } from './books.ts'
import { chargedOf, disputedCents, writeDispute } from './dispute.ts'
import { collectAtMs, writeSale } from './sales.ts'
import type { Story } from './story.ts'

/** A settlement line. Amounts in cents, signed from the shop's point of view. */
type Line = {
  id: string
  kind: 'order' | 'refund' | 'cancel' | 'chargeback'
  refundId: string | null
  captureId: string | null
  disputeId: string | null
  grossCents: number
  feeCents: number
  vatCents: number
  subsidyCents: number
  netCents: number
  atMs: number
  valueOn: LocalDate
}

/** Writes an operation with all dependent rows, and adds its money to the shop's ledger. */
export function writeStory(story: Story, rows: Rows, books: Books): void {
  const lines = linesOf(story, books)
  const settled = lines.map((line) => books.settle(line))
  writeOperation(story, rows, lines, settled)
  const { merchantId, mode } = story.shop
  const key = [merchantId, mode] as const
  rows.add('carts', [...key, story.id, story.basket.articlesJson, story.basket.shippingJson])
  for (const instalment of story.instalments) {
    rows.add('instalments', [
      ...key,
      story.id,
      instalment.number,
      instalment.dueOn,
      instalment.amountCents,
      instalment.originalCents,
      instalment.principalCents,
      instalment.interestCents,
      instalment.state,
      instantOrNull(instalment.paidMs),
    ])
    if (instalment.paidMs !== null) books.collected(instalment.paidMs, instalment.principalCents, instalment.interestCents)
  }
  story.events.forEach((event, index) =>
    rows.add('operation_events', [
      ...key,
      story.id,
      index + 1,
      instant(event.atMs),
      event.event,
      event.actor,
      event.userId,
      event.channel,
      event.from,
      event.to,
      event.reason,
      event.amountCents,
    ]),
  )
  lines.forEach((line, index) =>
    rows.add('settlement_lines', [
      ...key,
      line.id,
      story.id,
      line.kind,
      line.refundId,
      line.captureId,
      line.disputeId,
      line.grossCents,
      line.feeCents,
      line.vatCents,
      line.subsidyCents,
      line.netCents,
      instant(line.atMs),
      line.valueOn,
      settled[index]?.id ?? null,
      null,
    ]),
  )
  writeMoney(story, rows, key, books)
  writeDispute(story, rows, key, books)
  writeSale(story, rows)
}

function linesOf(story: Story, books: Books): Line[] {
  const { capture, agreed, shop } = story
  if (!capture) return []
  const valueOn = (atMs: number) => books.valueOn(atMs)
  const order: Line = {
    id: shop.random.uuid(story.createdMs),
    kind: 'order',
    refundId: null,
    captureId: capture.id,
    disputeId: null,
    grossCents: capture.amountCents,
    feeCents: agreed.feeCents,
    vatCents: agreed.vatCents,
    subsidyCents: agreed.subsidyCents,
    netCents: agreed.netCents,
    atMs: capture.atMs,
    valueOn: valueOn(capture.atMs),
  }
  const refundLines = story.refunds.map((refund): Line => {
    const { feeBackCents, vatBackCents, subsidyBackCents, amountCents, completedMs } = refund
    return {
      id: shop.random.uuid(story.createdMs),
      kind: refund.whole ? 'cancel' : 'refund',
      refundId: refund.id,
      captureId: null,
      disputeId: null,
      grossCents: -amountCents,
      feeCents: -feeBackCents + 0,
      vatCents: -vatBackCents + 0,
      subsidyCents: -subsidyBackCents + 0,
      netCents: feeBackCents + vatBackCents + subsidyBackCents - amountCents,
      atMs: completedMs,
      valueOn: valueOn(completedMs),
    }
  })
  return [order, ...refundLines, ...chargebackOf(story, valueOn)]
}

/** The line of a lost dispute that the shop bears. */
function chargebackOf({ dispute }: Story, valueOn: (atMs: number) => LocalDate): Line[] {
  const charged = dispute && chargedOf(dispute)
  if (!charged) return []
  const { money, atMs } = charged
  return [
    {
      id: dispute.endId,
      kind: 'chargeback',
      refundId: null,
      captureId: null,
      disputeId: dispute.id,
      grossCents: -money.merchantCents,
      feeCents: money.merchantFeeCents,
      vatCents: money.merchantVatCents,
      subsidyCents: 0,
      netCents: -merchantTotal(money),
      atMs,
      valueOn: valueOn(atMs),
    },
  ]
}

/** The sum of an operation's lines; what lost disputes cost is not part of it. */
const total = (lines: readonly Line[], of: 'feeCents' | 'vatCents' | 'subsidyCents' | 'netCents') =>
  lines.reduce((all, line) => all + (line.kind === 'chargeback' ? 0 : line[of]), 0)

/** The shop's net: before capture a forecast, null if nothing will ever be paid. */
function netOf(story: Story, lines: readonly Line[]): number | null {
  if (lines.length > 0) return total(lines, 'netCents')
  const open = story.state?.substatus === 'pending_merchant' || story.state?.substatus === 'pending_customer'
  return open ? story.agreed.netCents : null
}

function settlementStatus(story: Story, settled: readonly ({ reference: string } | null)[]): SettlementStatus {
  if (settled.length === 0) return 'none'
  if (story.refundedCents === story.capture?.amountCents) return 'reversed'
  return settled[0] === null ? 'pending' : 'settled'
}

function writeOperation(story: Story, rows: Rows, lines: readonly Line[], settled: readonly ({ reference: string } | null)[]): void {
  const { shop, state, person, agreed, productTerms, choice } = story
  if (!state) throw new Error('the operation has no first event')
  const next = story.instalments.find((one) => (one.state === 'pending' || one.state === 'overdue') && one.amountCents > 0)
  // Links and deadlines of the checkout end with the confirmation.
  const confirmed = story.confirmedMs !== null
  const searchText = story.mid === null ? person.normalised : `${person.normalised} ${story.mid.toLowerCase()}`
  const status = settlementStatus(story, settled)
  const values: Value[] = [
    shop.merchantId,
    shop.mode,
    story.id,
    story.mid,
    state.substatus,
    state.statusReason,
    state.suspensionReason,
    story.channel,
    story.product,
    story.captureMode,
    story.totalCents,
    story.voidedCents,
    story.capture?.amountCents ?? 0,
    story.refundedCents,
    0,
    disputedCents(story),
    agreed.downpaymentCents,
    agreed.openingFeeCents,
    agreed.periods.length,
    choice.tinBps,
    agreed.taeBps,
    story.instalments.filter((one) => one.state === 'paid').length,
    next?.dueOn ?? null,
    next?.amountCents ?? null,
    productTerms.feeRate,
    productTerms.feeFixedCents,
    productTerms.vatRate,
    choice.referenceTinBps,
    total(lines, 'feeCents'),
    total(lines, 'vatCents'),
    total(lines, 'subsidyCents'),
    netOf(story, lines),
    status,
    settled[0]?.reference ?? null,
    person.firstName,
    person.lastName,
    person.email,
    person.phone,
    person.documentNumber,
    searchText,
    story.duplicateOf,
    story.createdBy,
    instant(story.createdMs),
    instantOrNull(story.verifiedMs),
    instantOrNull(story.confirmedMs),
    instantOrNull(confirmed ? null : story.expiresMs),
    instantOrNull(confirmed ? null : story.confirmByMs),
    instantOrNull(story.captureByMs),
    instantOrNull(story.capture?.atMs ?? null),
    instantOrNull(story.endedMs),
    instantOrNull(collectAtMs(story, next)),
    choice.campaignId,
    choice.campaignId === null ? 0 : agreed.subsidyCents,
  ]
  rows.add('operations', values)
  // The search key of one shop in one mode, as used by the operations room.
  const entries = trigrams(`${shop.merchantId}:${shop.mode}`, searchText)
  rows.add('operation_trigrams', [shop.merchantId, shop.mode, story.id, instant(story.createdMs), arrayText(entries)])
}

/** Capture and refunds with their journals. */
function writeMoney(story: Story, rows: Rows, key: readonly [string, string], books: Books): void {
  const { capture, agreed } = story
  if (!capture) return
  rows.add('captures', [...key, capture.id, story.id, capture.amountCents, story.refundedCents, instant(capture.atMs), capture.by])
  books.captured(story, capture.atMs, capture.amountCents, agreed)
  for (const refund of story.refunds) {
    rows.add('refunds', [
      ...key,
      refund.id,
      story.id,
      refund.kind,
      refund.amountCents,
      'completed',
      instant(refund.completedMs),
      refund.reason,
      refund.comment,
      null,
      refund.creditCents,
      refund.feeBackCents,
      refund.vatBackCents,
      refund.subsidyBackCents,
      instant(refund.createdMs),
      refund.createdBy,
      instant(refund.completedMs),
    ])
    rows.add('refund_captures', [...key, refund.id, capture.id, refund.amountCents])
    books.refunded(story, refund)
  }
}
