import { CAPTURE_WINDOW_DAYS, isCaptureDeferred } from '#domain/sales/operations/lifecycle'
import { dispatchDays } from '../shapes.ts'
import { afterlife } from './afterlife.ts'
import type { PlannedDispute } from './dispute.ts'
import type { Outcome } from './outcomes.ts'
import { capture, type Draft, happen, type Shop, startStory, type Story } from './story.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `duplicateOf`: the operation that this one repeats. `captureAtMs`: when a deferred one was captured; by default when it was shipped. `dispute`: of a disputed one. */
type Turn = { outcome: Outcome; duplicateOf?: string; captureAtMs?: number; dispute?: PlannedDispute }

/** Generates the events of an operation from its creation to now. */
export function tell(shop: Shop, draft: Draft, turn: Turn): Story {
  const offline = draft.channel !== 'online'
  const withConsent = turn.outcome === 'consent_required' || turn.outcome === 'consent_expired' || (offline && shop.random.chance(0.4))
  const story = startStory(shop, draft, withConsent && turn.outcome !== 'duplicated')
  if (turn.outcome === 'duplicated') return repeated(story, turn.duplicateOf)
  if (!atTheCustomer(story, turn.outcome)) return story
  if (!atTheShop(story, turn)) return story
  afterlife(story, turn.outcome, turn.dispute)
  return story
}

/** Some minutes after the last event, at most just before now. */
function soon(story: Story, low: number, high: number): number {
  const { random, calendar } = story.shop
  const last = story.events.at(-1)?.atMs ?? story.createdMs
  return last + Math.floor(Math.min(low + random.next() * (high - low), Math.max((calendar.nowMs - last) / 2 / MINUTE, 0)) * MINUTE)
}

function repeated(story: Story, duplicateOf: string | undefined): Story {
  if (!duplicateOf) throw new Error('a duplicate needs the operation that it repeats')
  happen(story, story.createdMs, 'duplicate_found')
  story.duplicateOf = duplicateOf
  story.endedMs = story.createdMs
  return story
}

/** The customer's part; false if the operation ends or waits there. */
function atTheCustomer(story: Story, outcome: Outcome): boolean {
  const { random } = story.shop
  const end = (atMs: number, event: Parameters<typeof happen>[2], more = {}) => {
    happen(story, atMs, event, more)
    story.endedMs = atMs
    return false
  }
  if (outcome === 'consent_required') return false
  if (outcome === 'consent_expired') return end(story.expiresMs, 'checkout_expired')
  if (story.state?.statusReason === 'consent_required') happen(story, soon(story, 1, 12), 'consent_confirmed')
  if (outcome === 'in_process') return false
  if (outcome === 'expired') return end(story.expiresMs, 'checkout_expired')
  if (outcome === 'customer_dismissed') return end(soon(story, 1, 40), 'customer_dismissed')
  if (outcome === 'ko_generic') return end(soon(story, 1, 9), 'risk_refused')
  if (outcome === 'bank_link_required') {
    happen(story, soon(story, 1, 6), 'bank_link_needed')
    return false
  }
  const challenged = outcome === 'challenge_required' || outcome === 'failed_challenge' || outcome === 'expired_challenge'
  if (challenged || random.chance(0.05)) {
    happen(story, soon(story, 1, 6), 'challenge_needed')
    story.expiresMs += 48 * HOUR
  } else if (story.totalCents >= 100_000) {
    happen(story, soon(story, 1, 5), 'bank_link_needed')
    happen(story, soon(story, 1, 5), 'bank_linked')
  }
  if (outcome === 'challenge_required') return false
  if (outcome === 'failed_challenge') return end(soon(story, 3, 90), 'challenge_failed')
  if (outcome === 'expired_challenge') return end(story.expiresMs, 'checkout_expired')
  if (outcome === 'confirmation_rejected_by_merchant' && story.channel !== 'online') {
    return end(soon(story, 20, 300), 'offline_cancelled', { userId: story.createdBy, channel: 'panel' })
  }
  story.verifiedMs = soon(story, 1, 9)
  happen(story, story.verifiedMs, 'credit_accepted')
  story.confirmByMs = Math.min(story.expiresMs, story.verifiedMs + 24 * HOUR)
  return true
}

/** The shop's part up to the capture; false if the operation ends or waits there. */
function atTheShop(story: Story, { outcome, captureAtMs }: Turn): boolean {
  const { random, staff, calendar } = story.shop
  const end = (atMs: number, event: Parameters<typeof happen>[2], more = {}) => {
    happen(story, atMs, event, more)
    story.endedMs = atMs
    return false
  }
  if (outcome === 'confirmation_required') return false
  if (outcome === 'merchant_failed_to_confirm') return end(story.confirmByMs ?? story.expiresMs, 'confirmation_expired')
  if (outcome === 'confirmation_rejected_by_merchant')
    return end(soon(story, 1, 30), 'merchant_rejected', { userId: random.pick(staff), channel: 'panel' })
  const byPlugin = story.channel === 'online'
  story.confirmedMs = soon(story, 0.02, byPlugin ? 1.5 : 6)
  const deferred = isCaptureDeferred(story)
  happen(story, story.confirmedMs, deferred ? 'confirmed_for_capture' : 'confirmed', {
    channel: byPlugin ? 'plugin' : 'panel',
    userId: story.createdBy,
    ...(!deferred && { amountCents: story.totalCents }),
  })
  if (!deferred) {
    capture(story, story.confirmedMs, story.totalCents, null)
    return true
  }
  story.captureByMs = story.confirmedMs + CAPTURE_WINDOW_DAYS * DAY
  if (outcome === 'capture_required') return false
  if (outcome === 'capture_expired') return end(story.captureByMs, 'capture_expired')
  const atMs = captureAtMs ?? story.confirmedMs + Math.min(Math.max(dispatchDays(random), 0.02), 14.5) * DAY
  if (atMs > calendar.nowMs) return false
  const part = random.chance(0.06) ? Math.round(story.totalCents * (0.5 + 0.4 * random.next())) : story.totalCents
  const by = random.chance(0.7) ? random.pick(staff) : null
  happen(story, Math.floor(atMs), 'captured', { userId: by, channel: by ? 'panel' : 'api', amountCents: part })
  capture(story, Math.floor(atMs), part, by)
  return true
}
