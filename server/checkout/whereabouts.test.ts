import { describe, expect, it } from 'vitest'
import { stateOf, type Reason, type Substatus } from '#domain/lifecycle'
import type { Sale } from './sale.ts'
import { deviceOf, hashOfMark, mayTake, statusOf, whereabouts, type CheckoutStatus, type StepTaken } from './whereabouts.ts'

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
  identifiedAt: now,
  challengePassedAt: null,
  card: { token: 't', brand: 'visa', last4: '1111' },
}
// Only what the rules look at.
const sale = (given: Partial<Sale> = {}) => ({ ...finished, ...given }) as Sale
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

  it('is expired from the very instant, before the clock has written so', () => {
    expect(statusOf(sale(), new Date(later.getTime() - 1))).toBe('open')
    expect(statusOf(sale(), later)).toBe('expired')
  })
})

describe('whereabouts', () => {
  it.each<[string, Partial<Sale>]>([
    ['summary', {}],
    ['card', { card: null }],
    ['identity', { identifiedAt: null, card: null }],
    ['code', { deviceHash: null, codeSentAt: now, identifiedAt: null }],
    ['consent', { deviceHash: null, consentsGivenAt: null }],
    ['plan', { isChosen: false, consentsGivenAt: null, deviceHash: null }],
    ['challenge', { ...reason('challenge_required'), card: null }],
    ['card', { ...reason('challenge_required'), challengePassedAt: now, card: null }],
    ['bank', { ...reason('bank_link_required'), card: null }],
    ['outcome', stateOf('rejected', 'ko_generic')],
    ['outcome', { expiresAt: now }],
  ])('is at the %s', (step, given) => {
    expect(whereabouts(sale(given), mark, now).step).toBe(step)
  })

  it('leads a browser without the mark to the consents, or to the code once one was sent for it', () => {
    for (const other of [undefined, 'b'.repeat(43)]) {
      expect(whereabouts(sale(), other, now)).toEqual({ status: 'open', step: 'consent', device: 'other' })
      expect(whereabouts(sale({ codeSentAt: now }), other, now)).toEqual({ status: 'open', step: 'code', device: 'other' })
    }
    expect(deviceOf({ deviceHash: null }, mark)).toBe('none')
  })
})

const all: StepTaken[] = [
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
const taken = (given: Partial<Sale>, by: string | undefined = mark) => {
  const place = whereabouts(sale(given), by, now)
  return all.filter((one) => mayTake(one, place))
}

describe('mayTake', () => {
  it.each<[string, Partial<Sale>, StepTaken[]]>([
    ['new', { isChosen: false, consentsGivenAt: null, deviceHash: null, identifiedAt: null, card: null }, ['plan', 'dismiss']],
    ['chosen', { consentsGivenAt: null, deviceHash: null, identifiedAt: null }, ['plan', 'consent', 'codeSend', 'dismiss', 'contract']],
    [
      'code sent',
      { deviceHash: null, codeSentAt: now, identifiedAt: null },
      ['plan', 'consent', 'codeSend', 'code', 'dismiss', 'contract'],
    ],
    ['code entered', { identifiedAt: null, card: null }, ['plan', 'identify', 'dismiss', 'contract']],
    ['challenged', { ...reason('challenge_required'), card: null }, ['challenge', 'dismiss', 'contract']],
    ['asked for a bank', { ...reason('bank_link_required'), card: null }, ['bank', 'dismiss', 'contract']],
    ['accepted', { card: null }, ['plan', 'card', 'dismiss', 'contract']],
    ['ready', {}, ['plan', 'card', 'confirm', 'dismiss', 'contract']],
    ['signed', stateOf('payment_process', null), ['contract']],
    ['refused', stateOf('rejected', 'ko_generic'), []],
    ['expired', stateOf('stopped_customer', 'expired'), ['anotherLink']],
    ['past its time', { expiresAt: now }, ['anotherLink']],
    ['dismissed', stateOf('stopped_customer', 'customer_dismissed'), []],
    ['cancelled', stateOf('stopped_merchant', 'confirmation_rejected_by_merchant'), []],
    ['duplicated', stateOf('stopped_duplicated', 'duplicated'), []],
  ])('lets a customer who is %s', (_, given, steps) => {
    expect(taken(given)).toEqual(steps)
  })

  it('lets another browser do nothing but ask for a code of its own, and read what names nobody', () => {
    expect(taken({}, 'b'.repeat(43))).toEqual(['consent', 'codeSend', 'contract'])
    expect(taken({ codeSentAt: now }, 'b'.repeat(43))).toEqual(['consent', 'codeSend', 'code', 'contract'])
  })
})
