import { expect, it } from 'vitest'
import { categories, makeBaskets } from '../baskets.ts'
import { makeCalendar } from '../calendar.ts'
import { makeCustomers } from '../people.ts'
import { makeRandom } from '../random.ts'
import { tell } from './checkout.ts'
import type { Outcome } from './outcomes.ts'
import type { Shop } from './story.ts'
import { agree, shopTerms } from './terms.ts'

const calendar = makeCalendar(new Date('2026-06-10T10:00:00Z'))
const random = makeRandom('afterlife')
const termsAt = shopTerms({ manual: true }, calendar)
const shop: Shop = {
  merchantId: '01900000-0000-7000-8000-0000000000a1',
  mode: 'live',
  random,
  calendar,
  terms: termsAt(calendar.nowMs),
  termsAt,
  staff: ['01900000-0000-7000-8000-0000000000b1'],
  agreed: ({ totalCents }, choice, terms) => agree(totalCents, choice, terms),
}
const choice = { product: 'instalments', numInstalments: 6, tinBps: 0, referenceTinBps: 0, campaignId: null } as const
const baskets = makeBaskets(random, categories, 20)
const customer = makeCustomers(random, 0.3)

const outcomes: Outcome[] = [
  'paying',
  'part_refunded',
  'cancelled_same_day',
  'merchant_cancelled',
  'fully_refunded',
  'customer_withdrawal',
  'default',
  'fraud_hold',
  'dispute',
]

it.each(outcomes)('%s of what was captured moments ago has no event before its capture and none in the future', (outcome) => {
  const { nowMs } = calendar
  for (let secondsAgo = 0; secondsAgo < 600; secondsAgo += 3) {
    const captureAtMs = nowMs - secondsAgo * 1_000
    const draft = { createdMs: nowMs - 5 * 86_400_000, mid: 'PED-1', person: customer(), basket: random.pick(baskets) }
    const story = tell(shop, { ...draft, channel: 'online', captureMode: 'manual', choice }, { outcome, captureAtMs })
    const times = story.events.map(({ atMs }) => atMs)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(Math.max(...times)).toBeLessThanOrEqual(nowMs)
    for (const { createdMs } of story.refunds) expect(createdMs).toBeGreaterThanOrEqual(captureAtMs)
  }
})
