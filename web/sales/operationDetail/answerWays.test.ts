import { describe, expect, it } from 'vitest'
import { categoryOf, stateOf, type Reason, type Substatus } from '#domain/sales/operations/lifecycle'
import { testOperation } from '../../testing/testOperation.ts'
import { answerWays } from './answerWays.ts'

const looking = { merchantId: 'm', flag: {}, may: () => true, disabled: false, now: new Date('2026-11-19T09:42:00Z') }
const checkoutId = '0'.repeat(32)

function ways(substatus: Substatus, reason: Reason | null, given: Parameters<typeof testOperation>[0], by: Partial<typeof looking> = {}) {
  const operation = testOperation({
    ...stateOf(substatus, reason),
    category: categoryOf(substatus),
    channel: 'in_store',
    checkoutId,
    totalAmount: 12_990,
    product: 'instalments',
    numInstalments: 6,
    ...given,
  })
  return answerWays(operation, { ...looking, ...by }).map(
    ({ action, href }) => `${action} ${href.replace(operation.id, 'o').replace(checkoutId, 'c')}`,
  )
}
const anew = 'clone /merchants/m/operations/new?view=form&amount=12990&product=instalments&instalments=6'

describe('what to do about an operation', () => {
  it.each<[Substatus, Reason | null, string[]]>([
    ['pending_customer', 'consent_required', ['resend /merchants/m/operations/new?order=c&dialog=resend']],
    ['pending_customer', 'challenge_required', ['copy_link /merchants/m/operations/new?order=c']],
    ['stopped_customer', 'expired', ['clone /merchants/m/operations/new?order=c']],
    ['stopped_merchant', 'capture_expired', [anew]],
    ['stopped_merchant', 'merchant_failed_to_confirm', [anew, 'check_integration /merchants/m/preferences/plugins']],
    ['rejected', 'ko_generic', ['try_other_amount /merchants/m/operations/new?order=c']],
    ['rejected', 'failed_challenge', []],
  ])('%s · %s is a link each', (substatus, reason, expected) => expect(ways(substatus, reason, {})).toEqual(expected))

  it('an order of the shop’s website has no link of the shop’s own: a new one is begun', () => {
    expect(ways('pending_customer', 'consent_required', { channel: 'online' })).toEqual([])
    expect(ways('stopped_customer', 'expired', { channel: 'online' })).toEqual([anew])
  })

  it('leads nobody to what they may not do', () => {
    const guest = { may: () => false }
    for (const [substatus, reason] of [
      ['pending_customer', 'consent_required'],
      ['stopped_customer', 'expired'],
      ['pending_merchant', 'confirmation_required'],
      ['rejected', 'ko_generic'],
    ] as const)
      expect(ways(substatus, reason, {}, guest)).toEqual([])
    expect(ways('stopped_customer', 'expired', {}, { disabled: true })).toEqual([])
  })

  it('tries another amount from the form where the order had no link of the shop’s own', () =>
    expect(ways('rejected', 'ko_generic', { channel: 'online' })).toEqual(['try_other_amount /merchants/m/operations/new?view=form']))

  it('opens the original of a duplicate', () =>
    expect(ways('stopped_duplicated', 'duplicated', { duplicateOf: 'first' })).toEqual(['open_original /merchants/m/operations/first']))
})
