import { describe, expect, it } from 'vitest'
import { categoryOf, stateOf, type Reason, type Substatus } from '#domain/sales/operations/lifecycle'
import { testOperation } from '../../testing/testOperation.ts'
import { answerLinks } from './answerLinks.ts'

const viewer = { merchantId: 'm', flag: {}, may: () => true, disabled: false, now: new Date('2026-11-19T09:42:00Z') }
const checkoutId = '0'.repeat(32)

function links(substatus: Substatus, reason: Reason | null, fields: Parameters<typeof testOperation>[0], by: Partial<typeof viewer> = {}) {
  const operation = testOperation({
    ...stateOf(substatus, reason),
    category: categoryOf(substatus),
    channel: 'in_store',
    checkoutId,
    totalAmount: 12_990,
    product: 'instalments',
    numInstalments: 6,
    ...fields,
  })
  return answerLinks(operation, { ...viewer, ...by }).map(
    ({ action, href }) => `${action} ${href.replace(operation.id, 'o').replace(checkoutId, 'c')}`,
  )
}
const newLink = 'clone /merchants/m/operations/new?view=form&amount=12990&product=instalments&instalments=6'

describe('links for the next actions on an operation', () => {
  it.each<[Substatus, Reason | null, string[]]>([
    ['pending_customer', 'consent_required', ['resend /merchants/m/operations/new?order=c&dialog=resend']],
    ['pending_customer', 'challenge_required', ['copy_link /merchants/m/operations/new?order=c']],
    ['stopped_customer', 'expired', ['clone /merchants/m/operations/new?order=c']],
    ['stopped_merchant', 'capture_expired', [newLink]],
    ['stopped_merchant', 'merchant_failed_to_confirm', [newLink, 'check_integration /merchants/m/preferences/plugins']],
    ['rejected', 'ko_generic', ['try_other_amount /merchants/m/operations/new?order=c']],
    ['rejected', 'failed_challenge', []],
  ])('%s with reason %s offers its links', (substatus, reason, expected) => expect(links(substatus, reason, {})).toEqual(expected))

  it('an online order has no checkout link to reopen, so a new one is offered', () => {
    expect(links('pending_customer', 'consent_required', { channel: 'online' })).toEqual([])
    expect(links('stopped_customer', 'expired', { channel: 'online' })).toEqual([newLink])
  })

  it('offers no action that the member may not take', () => {
    const guest = { may: () => false }
    for (const [substatus, reason] of [
      ['pending_customer', 'consent_required'],
      ['stopped_customer', 'expired'],
      ['pending_merchant', 'confirmation_required'],
      ['rejected', 'ko_generic'],
    ] as const)
      expect(links(substatus, reason, {}, guest)).toEqual([])
    expect(links('stopped_customer', 'expired', {}, { disabled: true })).toEqual([])
  })

  it('offers another amount in the form when the order has no checkout link', () =>
    expect(links('rejected', 'ko_generic', { channel: 'online' })).toEqual(['try_other_amount /merchants/m/operations/new?view=form']))

  it('links to the original of a duplicate', () =>
    expect(links('stopped_duplicated', 'duplicated', { duplicateOf: 'first' })).toEqual(['open_original /merchants/m/operations/first']))
})
