import type { Channel, Product } from '#domain/sales/operations/states'
import type { ShopOffer } from '#domain/sales/plans/offer'
import { type Basket, makeBaskets } from '../baskets.ts'
import type { Calendar, Day } from '../calendar.ts'
import type { ShopPlan } from '../accountPlans.ts'
import { makeCustomers, type Person } from '../people.ts'
import { makeRandom, type Random, weighted } from '../random.ts'
import { instalmentCounts, instantOf, spreadOverDays, ticketFactor } from '../shapes.ts'
import type { Rows } from '../collectRows.ts'
import { openBooks, type PaidSettlement } from './books.ts'
import { openCampaigns, type ShopCampaigns } from './campaigns.ts'
import { tell } from './checkout.ts'
import { drawOutcome, type Outcome, isOldEnough } from './outcomes.ts'
import { type Special, specials } from './specials.ts'
import type { Draft, Shop, Story } from './story.ts'
import { agree, type Agreed, type Choice, type PayTerms, shopTerms } from './terms.ts'
import { writeStory } from './writeStory.ts'

type ShopToFill = {
  plan: Pick<ShopPlan, 'categories' | 'manual' | 'openingFeeBps'>
  merchantId: string
  mode: 'live' | 'sandbox'
  operations: number
  staff: readonly string[]
  /** Separates the settlement numbers of shops, 0 to 63. */
  slot: number
  pay: PayTerms
  firstMid: number
  /** The last instant at which this shop sells; without it, it goes on. */
  untilMs?: number | undefined
  /** Receives events worth a notice. */
  news?: { of(story: Story): void; paid(settlement: PaidSettlement): void }
}

const productShares = weighted<Product>([
  ['instalments', 69],
  ['pay_in_4', 20],
  ['pay_later', 11],
])
const channelShares = weighted<Channel>([
  ['online', 74],
  ['in_store', 20],
  ['phone', 6],
])

/** A channel, product or number of instalments that an outcome requires. */
const needs: Partial<Record<Outcome, { channel?: Channel; product?: Product; minInstalments?: number; captureMode?: 'manual' }>> = {
  consent_required: { channel: 'in_store' },
  consent_expired: { channel: 'in_store' },
  expired_challenge: { channel: 'online' },
  capture_required: { product: 'pay_later' },
  capture_expired: { product: 'pay_later' },
  default: { product: 'instalments', minInstalments: 4 },
  fraud_hold: { product: 'instalments', minInstalments: 4 },
  dispute: { product: 'instalments', minInstalments: 4 },
  customer_withdrawal: { product: 'instalments', minInstalments: 3 },
}

/** Generates the operations of a shop in one mode day by day into `rows`; yields after each day. */
export async function* fillShop(toFill: ShopToFill, calendar: Calendar, rows: Rows): AsyncGenerator<void> {
  const { merchantId, mode, operations, plan, news } = toFill
  if (operations === 0) return
  const random = makeRandom(`shop/${merchantId}/${mode}`)
  const termsAt = shopTerms(plan, calendar)
  const memory = new Map<Basket, Map<string, Agreed>>()
  const agreed = (basket: Basket, choice: Choice, terms: ShopOffer) => {
    const key = `${choice.product} ${choice.numInstalments} ${choice.tinBps} ${terms.feeRate}`
    const known = memory.get(basket) ?? new Map<string, Agreed>()
    const found = known.get(key) ?? agree(basket.totalCents, choice, terms)
    known.set(key, found)
    memory.set(basket, known)
    return found
  }
  const shop: Shop = { merchantId, mode, random, calendar, terms: termsAt(calendar.nowMs), termsAt, staff: toFill.staff, agreed }
  const books = openBooks({ merchantId, mode, slot: toFill.slot, pay: toFill.pay }, calendar, rows, (settlement) => news?.paid(settlement))
  const untilMs = toFill.untilMs ?? calendar.nowMs - 90_000
  const campaigns = openCampaigns({ merchantId, mode, staff: toFill.staff, untilMs }, calendar, rows)
  const maker = makeDrafts(shop, plan.categories, { operations, firstMid: toFill.firstMid, campaigns })
  const planned = specials(operations, mode, calendar, random).filter(
    ({ createdMs }) => toFill.untilMs === undefined || createdMs < untilMs,
  )
  const usual = spreadOverDays(Math.max(operations - planned.length, 0), calendar, random, untilMs)
  const byDay = Map.groupBy(planned, ({ createdMs }) => calendar.dayOf(createdMs))
  for (const [index, day] of calendar.past.entries()) {
    for (const story of storiesOf(shop, maker, day, { count: usual[index] ?? 0, planned: byDay.get(day) ?? [], untilMs })) {
      writeStory(story, rows, books)
      news?.of(story)
    }
    yield
  }
  books.close()
}

type Maker = (createdMs: number, outcome: Outcome, special?: Special) => { draft: Draft; duplicateOf?: string }

/** A day's operations: random ones, and the planned ones. */
type DaysWork = { count: number; planned: readonly Special[]; untilMs: number }

function storiesOf(shop: Shop, maker: Maker & { remember(story: Story): void }, day: Day, { count, planned, untilMs }: DaysWork): Story[] {
  const { random, calendar } = shop
  const moments = Array.from({ length: count }, () => ({ createdMs: instantOf(day, random, untilMs), outcome: undefined }))
  const all: (Special | (typeof moments)[number])[] = [...moments, ...planned]
  return all
    .toSorted((one, other) => one.createdMs - other.createdMs)
    .map((sale) => {
      const outcome = sale.outcome ?? drawOutcome(random, (calendar.nowMs - sale.createdMs) / 86_400_000)
      const { draft, duplicateOf } = maker(sale.createdMs, outcome, sale.outcome ? sale : undefined)
      const story = tell(shop, draft, {
        outcome: outcome === 'duplicated' && !duplicateOf ? 'paying' : outcome,
        ...(duplicateOf && { duplicateOf }),
        ...(sale.outcome && sale.captureAtMs && { captureAtMs: sale.captureAtMs }),
        ...(sale.outcome && sale.dispute && { dispute: sale.dispute }),
      })
      maker.remember(story)
      return story
    })
}

function makeDrafts(
  shop: Shop,
  soldCategories: readonly string[],
  { operations, firstMid, campaigns }: { operations: number; firstMid: number; campaigns: ShopCampaigns },
): Maker & { remember(story: Story): void } {
  const { random, terms, merchantId, mode } = shop
  const setup = makeRandom(`setup/${merchantId}/${mode}`)
  const baskets = makeBaskets(setup, soldCategories, Math.min(Math.max(Math.ceil(operations / 4), 20), 1_500))
  const customer = makeCustomers(makeRandom(`people/${merchantId}/${mode}`), 0.28)
  const counts = instalmentCounts(terms.instalments.instalmentsAllowed)
  let mid = firstMid
  let last: Story | undefined
  const maker = (createdMs: number, outcome: Outcome, special?: Special) => {
    const original =
      outcome === 'duplicated' && last && isOldEnough('duplicated', (shop.calendar.nowMs - last.createdMs) / 86_400_000) ? last : undefined
    const number = `PED-${String(mid++).padStart(5, '0')}`
    if (original) return { draft: repeat(original, random, number, campaigns), duplicateOf: original.id }
    const need = needs[outcome] ?? {}
    const hour = (createdMs - shop.calendar.dayOf(createdMs).startMs) / 3_600_000
    const drawn = channelShares(random.next())
    const channel = special?.channel ?? need.channel ?? (hour >= 9 && hour < 21.5 ? drawn : 'online')
    const product = special?.product ?? need.product ?? productShares(random.next())
    const chosen = choose(random, terms, product, counts, need.minInstalments ?? 1)
    const basket = pickBasket(random, baskets, terms[chosen.product], chosen)
    const choice = campaigns.given(chosen, { totalCents: basket.totalCents, channel, createdMs })
    const captureMode = terms[choice.product].captureMode === 'manual' || random.chance(0.02) ? 'manual' : 'automatic'
    const person: Person = customer()
    const withoutMid = channel !== 'online' && random.chance(0.03)
    return { draft: { createdMs, mid: withoutMid ? null : number, person, basket, channel, captureMode, choice } satisfies Draft }
  }
  const remember = (story: Story) => {
    if (story.capture || story.state?.substatus === 'pending_merchant') last = story
  }
  return Object.assign(maker, { remember })
}

/** The same customer and cart again, some minutes later: stopped by the duplicate rule. */
function repeat(original: Story, random: Random, number: string, campaigns: ShopCampaigns): Draft {
  const { person, basket, channel, captureMode } = original
  const createdMs = original.createdMs + random.int(2, 28) * 60_000
  const choice = campaigns.given(original.choice, { totalCents: basket.totalCents, channel, createdMs })
  return { createdMs, mid: number, person, basket, channel, captureMode, choice }
}

/** Product and number of instalments at the usual interest; campaigns apply later, because they depend on the cart. */
function choose(random: Random, terms: Shop['terms'], product: Product, counts: (at: number) => number, least: number): Choice {
  if (product === 'pay_in_4') return { product, numInstalments: 3, tinBps: 0, referenceTinBps: 0, campaignId: null }
  if (product === 'pay_later') return { product, numInstalments: 1, tinBps: 0, referenceTinBps: 0, campaignId: null }
  const drawn = counts(random.next())
  const { tin } = terms.instalments
  return { product, numInstalments: drawn >= least ? drawn : 6, tinBps: tin, referenceTinBps: tin, campaignId: null }
}

/** A cart within the product's limits; more instalments for more expensive carts, as in the sample. */
function pickBasket(
  random: Random,
  baskets: readonly Basket[],
  { minCents, maxCents }: Shop['terms'][Product],
  { numInstalments, product }: Choice,
): Basket {
  const lean = product === 'instalments' ? 1 / Math.max(ticketFactor(numInstalments), 0.5) : 1.4
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const basket = baskets[Math.floor(random.next() ** lean * baskets.length)]
    if (basket && basket.totalCents >= minCents && basket.totalCents <= maxCents) return basket
  }
  const fitting = baskets.filter(({ totalCents }) => totalCents >= minCents && totalCents <= maxCents)
  return random.pick(fitting.length > 0 ? fitting : baskets)
}
