import type { Calendar } from './calendar.ts'
import { accountPlans, type AccountPlan, type ShopPlan } from './houses.ts'
import { makeRandom } from './random.ts'
import { arrayText, instant, instantOrNull, type Rows } from './tables.ts'
import { shopTerms } from './terms.ts'

/** A shop with the people who may act in it, ready to be filled. */
export type OpenShop = { plan: ShopPlan; merchantId: string; accountId: string; staff: readonly string[]; slot: number }

const DAY = 86_400_000

/** Writes accounts, people, shops and what the shops sell; ids depend on names alone, so that they survive a new seed. */
export function writeAccounts(operations: number, calendar: Calendar, passwordHash: string, rows: Rows): OpenShop[] {
  let slot = 0
  return accountPlans(operations).flatMap((account, index) => {
    const accountId = idOf(`account/${account.people[0]?.email ?? index}`)
    const beganMs = calendar.past[0]?.startMs ?? calendar.nowMs
    const createdMs = beganMs - (60 - index) * DAY - 6 * 3_600_000
    const disabledMs = account.disabled ? calendar.today.startMs - 5 * DAY + 11 * 3_600_000 : null
    rows.add('accounts', [
      accountId,
      account.type,
      instantOrNull(disabledMs),
      account.requiresOnboarding ?? false,
      true,
      instant(createdMs),
    ])
    const [first] = account.people
    if (first) rows.add('profiles', [accountId, first.firstName, first.lastName])
    if (account.companyName) rows.add('enterprises', [accountId, account.companyName, account.ownership ?? 'full'])
    const shops = account.shops.map((plan, nth) => openShop(plan, accountId, createdMs + (nth + 2) * DAY, calendar, rows))
    const people = writePeople(account, accountId, createdMs, shops, passwordHash, rows)
    return shops.map(({ plan, merchantId }): OpenShop => {
      const staff = people.filter(({ role, only }) => role !== 'guest' && (only === undefined || only === merchantId)).map(({ id }) => id)
      return { plan, merchantId, accountId, staff, slot: slot++ }
    })
  })
}

export const idOf = (name: string): string => makeRandom(`id/${name}`).uuid(Date.UTC(2025, 0, 1))

/** Writes one shop of an account and the three products in both modes. */
export function openShop(
  plan: ShopPlan,
  accountId: string,
  createdMs: number,
  calendar: Calendar,
  rows: Rows,
): { plan: ShopPlan; merchantId: string } {
  const merchantId = idOf(`shop/${plan.name}`)
  const pending = plan.status === 'pending'
  const createdAt = pending ? calendar.today.startMs - 2 * DAY + 10 * 3_600_000 : createdMs
  rows.add('merchants', [
    merchantId,
    accountId,
    plan.name,
    plan.url,
    plan.status,
    true,
    instant(createdAt),
    pending ? null : instant(createdAt + 3 * DAY),
  ])
  for (const mode of ['live', 'sandbox']) {
    for (const [product, terms] of Object.entries(shopTerms(plan))) {
      rows.add('merchant_products', [
        merchantId,
        mode,
        product,
        true,
        terms.minCents,
        terms.maxCents,
        arrayText(terms.instalmentsAllowed),
        terms.tinBps,
        terms.openingFeeBps,
        terms.downpayment,
        terms.captureMode,
        terms.fees.rate,
        terms.fees.fixedCents,
        terms.fees.vatRate,
      ])
    }
  }
  return { plan, merchantId }
}

function writePeople(
  account: AccountPlan,
  accountId: string,
  createdMs: number,
  shops: readonly { plan: ShopPlan; merchantId: string }[],
  passwordHash: string,
  rows: Rows,
): { id: string; role: string; only: string | undefined }[] {
  const shopId = (name: string | undefined) => shops.find(({ plan }) => plan.name === name)?.merchantId
  return account.people.map((person, index) => {
    const id = idOf(`user/${person.email}`)
    const only = shopId(person.onlyShop)
    rows.add('users', [
      id,
      accountId,
      person.email,
      passwordHash,
      person.role,
      person.firstName,
      person.lastName,
      shopId(person.prefers) ?? null,
      instant(createdMs + index * 3_600_000),
    ])
    if (only) rows.add('user_merchants', [id, only])
    return { id, role: person.role, only }
  })
}
