import { askAgainOn } from '#domain/sales/operations/collection'
import { addDays, startOfMadridDay } from '#domain/platform/dates'
import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import { hexOf } from '../../platform/calls/wire.ts'
import { makeRandom, type Random } from '../random.ts'
import { arrayText, instant, instantOrNull, type Rows } from '../collectRows.ts'
import type { Story, StoryInstalment } from './story.ts'

const MINUTE = 60_000
/** Links not older than so many hours are listed at the till. */
const RECENT = 72 * 60 * MINUTE

/** The steps of a checkout in order, to record how far the customer got. */
type Progress = 'created' | 'sent' | 'opened' | 'consent_confirmed' | 'in_checkout'

/** Writes the link of an operation that the shop started itself, if it is pending or recent; and the card of one that was accepted. */
export function writeSale(story: Story, rows: Rows): void {
  const { calendar, merchantId, mode } = story.shop
  const key = [merchantId, mode] as const
  if (story.capture) {
    const { brand, last4, token } = cardOf(story)
    rows.add('payment_methods', [...key, story.id, 'simulated', token, brand, last4, instant(story.verifiedMs ?? story.createdMs)])
  }
  if (story.channel === 'online' || story.duplicateOf !== null) return
  const waits = story.state?.substatus === 'pending_customer'
  if (waits || calendar.nowMs - story.createdMs < RECENT) writeCheckout(story, rows, key)
}

/** When a declined charge is retried: on one of the usual later days. Null: on the instalment's due day. */
export function collectAtMs(story: Story, next: StoryInstalment | undefined): number | null {
  const { today } = story.shop.calendar
  if (!next || story.state?.substatus !== 'payment_process' || next.state !== 'overdue') return null
  const again = askAgainOn(next.dueOn, today.on) ?? addDays(today.on, 1 + (story.createdMs % 28))
  return startOfMadridDay(again).getTime()
}

/** A card of the simulated provider; it declines if an instalment is overdue. */
function cardOf(story: Story): { brand: string; last4: string; token: string } {
  const nonce = hexOf(story.id)
  const number = Number.parseInt(nonce.slice(-6), 16)
  const brand = number % 3 === 0 ? 'mastercard' : 'visa'
  const last4 = String(number % 10_000).padStart(4, '0')
  const says = story.instalments.some((one) => one.state === 'overdue') ? 'declined' : 'accepted'
  return { brand, last4, token: `sim_${says}_${brand}_${last4}_${nonce}` }
}

/** The checkout, its link and messages. Its own random source, so that other data of operations do not depend on it. */
function writeCheckout(story: Story, rows: Rows, key: readonly [string, 'live' | 'sandbox']): void {
  const random = makeRandom(`sale/${story.id}`)
  const { person, createdMs, product, choice } = story
  const checkoutId = random.uuid(createdMs)
  const channels = channelsOf(story, random)
  const progress = progressOf(story, random, channels.length > 0)
  const opened = !['created', 'sent'].includes(progress)
  const consented = progress === 'consent_confirmed' || progress === 'in_checkout'
  const at = (minutes: number, when: boolean) =>
    instantOrNull(when ? Math.min(createdMs + minutes * MINUTE, story.shop.calendar.nowMs) : null)
  const identified = progress === 'in_checkout'
  rows.add('checkouts', [
    ...key,
    checkoutId,
    story.id,
    channels.length === 0 && random.chance(0.4) ? 'vendors' : 'user',
    progress,
    1 + channels.length + (opened ? 1 : 0) + (consented ? 3 : 0) + (identified ? 1 : 0),
    arrayText(channels),
    random.chance(0.2) ? random.pick(notes) : null,
    opened ? product : null,
    opened ? choice.numInstalments : null,
    at(2, consented),
    consented ? 1 : 0,
    at(3, consented),
    identified ? `${random.int(1958, 2004)}-0${random.int(1, 9)}-${random.int(10, 28)}` : null,
    at(4, identified),
    at(1, opened),
    at(0, channels.length > 0),
    story.createdBy,
    instant(createdMs),
  ])
  rows.add('checkout_links', [checkoutId, ...key])
  const sent = (channel: 'sms' | 'email', purpose: 'link' | 'code', minutes: number) => {
    const address = channel === 'sms' ? maskPhone(person.phone ?? '') : maskEmail(person.email)
    const [state, problem] =
      key[1] === 'sandbox' ? ['not_sent', 'sandbox'] : progress === 'created' ? ['failed', 'rejected'] : ['sent', null]
    const sentAt = createdMs + minutes * MINUTE
    const row = [random.uuid(sentAt), checkoutId, channel, purpose, address, state, problem, 1, instant(sentAt), instant(sentAt + 900)]
    rows.add('deliveries', [...key, ...row])
  }
  for (const channel of channels) sent(channel, 'link', 0)
  if (consented && person.phone !== null) sent('sms', 'code', 2)
}

const notes = [
  'Recoge el sábado por la mañana.',
  'Pedido por teléfono; llamar antes de entregar.',
  'Cliente de siempre.',
  'Entrega en obra.',
]

/** For sales by phone the link is sent; in the shop it is mostly shown. */
function channelsOf({ channel, person }: Story, random: Random): ('sms' | 'email')[] {
  if (channel === 'in_store' && random.chance(0.6)) return []
  if (person.phone === null) return ['email']
  return random.chance(0.25) ? ['sms', 'email'] : ['sms']
}

/** Without consent the customer has at most opened the link; with it they are in progress; an ended one stopped there. */
function progressOf({ state, events }: Story, random: Random, wasSent: boolean): Progress {
  // A message that was never sent is shown as undelivered.
  const unopened = wasSent && random.chance(0.6) ? 'sent' : 'created'
  if (state?.statusReason === 'consent_required' || state?.statusReason === 'consent_expired')
    return random.chance(0.65) ? unopened : 'opened'
  if (state?.statusReason === 'in_process') return random.chance(0.4) ? 'consent_confirmed' : 'in_checkout'
  return events.some((one) => one.event === 'credit_accepted') ? 'in_checkout' : 'opened'
}
