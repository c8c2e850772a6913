import { describe, expect, it } from 'vitest'
import { stateOf, type Reason, type Substatus } from '#domain/sales/operations/lifecycle'
import { hashOfMark } from '../../platform/calls/cookies.ts'
import type { Sale } from './sale.ts'
import { deviceOf, isStepAllowed, statusOf, positionOf, type CheckoutStatus, type CheckoutAction } from './position.ts'

const now = new Date('2026-11-22T10:00:00Z')
const later = new Date('2026-11-22T10:00:00.001Z')
const mark = 'a'.repeat(43)
const finished = {
  ...stateOf('pending_customer', 'in_process'),
  expiresAt: later,
  isChosen: true,
  consentsGivenAt: now,
  codeSentAt: null,
  deviceHash: hashOfMark(mark),
  openerHash: null,
  identifiedAt: now,
  challengePassedAt: null,
  decisionWait: null,
  card: { token: 't', brand: 'visa', last4: '1111' },
}
// Only the fields that the rules use.
const sale = (given: Partial<Sale> = {}) => ({ ...finished, ...given }) as Sale
/** A browser by its device cookie and its opener cookie. */
const browser = (device: string | undefined, opener?: string) => ({ device, opener })
const reason = (one: Reason) => stateOf('pending_customer', one)

describe('statusOf', () => {
  it.each<[CheckoutStatus, Substatus, Reason | null]>([
    ['open', 'pending_customer', 'in_process'],
    ['approved', 'pending_merchant', 'confirmation_required'],
    ['approved', 'pending_merchant', 'capture_required'],
    ['approved', 'payment_process', null],
    ['approved', 'payment_completed', null],
    ['approved', 'payment_suspended', 'customer_withdrawal'],
    ['cancelled', 'payment_suspended', 'merchant_cancelled'],
    ['refused', 'rejected', 'ko_generic'],
    ['refused', 'rejected', 'failed_challenge'],
    ['expired', 'stopped_customer', 'expired'],
    ['expired', 'stopped_customer', 'expired_challenge'],
    ['expired', 'stopped_customer', 'consent_expired'],
    ['dismissed', 'stopped_customer', 'customer_dismissed'],
    ['cancelled', 'stopped_merchant', 'confirmation_rejected_by_merchant'],
    ['duplicated', 'stopped_duplicated', 'duplicated'],
  ])('is %s for %s %s', (status, substatus, why) => {
    expect(statusOf(sale(stateOf(substatus, why)), now)).toBe(status)
  })

  it('is expired from the exact instant, before the deadline job has recorded it', () => {
    expect(statusOf(sale(), new Date(later.getTime() - 1))).toBe('open')
    expect(statusOf(sale(), later)).toBe('expired')
  })
})

describe('positionOf', () => {
  it.each<[string, Partial<Sale>]>([
    ['summary', {}],
    ['card', { card: null }],
    ['identity', { identifiedAt: null, card: null }],
    ['code', { deviceHash: null, codeSentAt: now, identifiedAt: null }],
    ['consent', { deviceHash: null, consentsGivenAt: null }],
    ['plan', { isChosen: false, consentsGivenAt: null, deviceHash: null }],
    ['review', { decisionWait: 'review', card: null }],
    ['challenge', { ...reason('challenge_required'), card: null }],
    ['card', { ...reason('challenge_required'), challengePassedAt: now, card: null }],
    ['bank', { ...reason('bank_link_required'), card: null }],
    ['outcome', stateOf('rejected', 'ko_generic')],
    ['outcome', { expiresAt: now }],
  ])('is at the %s', (step, change) => {
    expect(positionOf(sale(change), browser(mark), now).step).toBe(step)
  })

  it('leads a browser without the cookie to the consents, or to the code once one was sent for it', () => {
    for (const other of [undefined, 'b'.repeat(43)]) {
      expect(positionOf(sale(), browser(other), now)).toMatchObject({ status: 'open', step: 'consent', device: 'other' })
      expect(positionOf(sale({ codeSentAt: now }), browser(other), now)).toMatchObject({ status: 'open', step: 'code', device: 'other' })
    }
    expect(deviceOf({ deviceHash: null }, mark)).toBe('none')
  })
})

const all: CheckoutAction[] = [
  'plan',
  'consent',
  'codeSend',
  'code',
  'identify',
  'challenge',
  'bank',
  'card',
  'confirm',
  'dismiss',
  'anotherLink',
  'contract',
]
const taken = (change: Partial<Sale>, by = browser(mark)) => {
  const place = positionOf(sale(change), by, now)
  return all.filter((one) => isStepAllowed(one, place))
}

describe('isStepAllowed', () => {
  it.each<[string, Partial<Sale>, CheckoutAction[]]>([
    ['new', { isChosen: false, consentsGivenAt: null, deviceHash: null, identifiedAt: null, card: null }, ['plan', 'dismiss']],
    ['chosen', { consentsGivenAt: null, deviceHash: null, identifiedAt: null }, ['plan', 'consent', 'codeSend', 'dismiss', 'contract']],
    [
      'code sent',
      { deviceHash: null, codeSentAt: now, identifiedAt: null },
      ['plan', 'consent', 'codeSend', 'code', 'dismiss', 'contract'],
    ],
    ['code entered', { identifiedAt: null, card: null }, ['plan', 'identify', 'dismiss', 'contract']],
    ['waiting for a decision', { decisionWait: 'engine', card: null }, ['dismiss', 'contract']],
    ['challenged', { ...reason('challenge_required'), card: null }, ['challenge', 'dismiss', 'contract']],
    ['asked for a bank check', { ...reason('bank_link_required'), card: null }, ['bank', 'dismiss', 'contract']],
    ['accepted', { card: null }, ['plan', 'card', 'dismiss', 'contract']],
    ['ready', {}, ['plan', 'card', 'confirm', 'dismiss', 'contract']],
    ['signed', stateOf('payment_process', null), ['contract']],
    ['signed, by nobody who entered a code', { ...stateOf('payment_process', null), deviceHash: null }, ['codeSend', 'code', 'contract']],
    ['refused', stateOf('rejected', 'ko_generic'), []],
    ['expired', stateOf('stopped_customer', 'expired'), ['anotherLink']],
    ['past the expiry', { expiresAt: now }, ['anotherLink']],
    ['dismissed', stateOf('stopped_customer', 'customer_dismissed'), []],
    ['cancelled', stateOf('stopped_merchant', 'confirmation_rejected_by_merchant'), []],
    ['duplicated', stateOf('stopped_duplicated', 'duplicated'), []],
  ])('allows a customer who is %s these actions', (_, change, steps) => {
    expect(taken(change)).toEqual(steps)
  })

  it('refuses phone and dismissal to a holder of the link who did not open it first', () => {
    const opened = { deviceHash: null, openerHash: hashOfMark(mark), codeSentAt: now, identifiedAt: null }
    const own = ['plan', 'consent', 'codeSend', 'phone', 'code', 'dismiss', 'contract']
    expect(
      all
        .concat('phone')
        .filter((one) => isStepAllowed(one, positionOf(sale(opened), browser(undefined, mark), now)))
        .toSorted(),
    ).toEqual(own.toSorted())
    for (const other of [browser(undefined), browser(undefined, 'b'.repeat(43))])
      expect(taken(opened, other)).toEqual(['plan', 'consent', 'codeSend', 'code', 'contract'])
    // The code went to the customer's own phone: whoever entered it is the customer, on any browser.
    expect(taken({ openerHash: hashOfMark('c'.repeat(43)) })).toContain('dismiss')
  })

  it('allows another browser only to request a code of its own, and to read what names nobody', () => {
    expect(taken({}, browser('b'.repeat(43)))).toEqual(['consent', 'codeSend', 'contract'])
    expect(taken({ codeSentAt: now }, browser('b'.repeat(43)))).toEqual(['consent', 'codeSend', 'code', 'contract'])
    expect(taken(stateOf('payment_process', null), browser('b'.repeat(43)))).toEqual(['codeSend', 'code', 'contract'])
    expect(taken(stateOf('rejected', 'ko_generic'), browser('b'.repeat(43)))).toEqual([])
  })
})
