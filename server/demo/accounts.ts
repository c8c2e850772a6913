import { madridDay } from '#domain/platform/dates'
import type { ShopOffer } from '#domain/sales/plans/offer'
import type { Role } from '#domain/access/roles'
import type { Calendar } from './calendar.ts'
import { type AccountPlan, companyOf, type ShopPlan } from './accountPlans.ts'
import { demoPriceList } from './operations/priceHistory.ts'
import { ownTerms, payTerms, type PayTerms } from './operations/terms.ts'
import { makeRandom } from './random.ts'
import { arrayText, instant, instantOrNull, type Rows } from './collectRows.ts'

/** A shop with the members who may act in it, ready to be filled. */
export type OpenShop = {
  plan: ShopPlan
  merchantId: string
  accountId: string
  people: readonly Person[]
  staff: readonly string[]
  slot: number
  pay: PayTerms
  disabledMs: number | null
  /** Names of members who joined recently. */
  joined: readonly string[]
}

type Person = { id: string; role: Role; name: string; only: string | undefined }

const DAY = 86_400_000

/** The input for accounts; `firstSlot` is the index of the first shop among all demo shops. */
type AccountsToWrite = { plans: readonly AccountPlan[]; firstSlot: number; passwordHash: string }

/** Writes accounts, members, shops and their products; ids are derived from names only, so that they survive a new seed. */
export function writeAccounts({ plans, firstSlot, passwordHash }: AccountsToWrite, calendar: Calendar, rows: Rows): OpenShop[] {
  let slot = firstSlot
  return plans.flatMap((account, index) => {
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
    const company = companyOf(account, index)
    const address = company
      ? [company.street, company.addition, company.postcode, company.city, company.province]
      : [null, null, null, null, null]
    const own = company && !account.companyName ? ['nif', company.taxId, ...address] : [null, null, null, null, null, null, null]
    if (first) rows.add('profiles', [accountId, first.firstName, first.lastName, ...own])
    if (account.companyName)
      rows.add('enterprises', [accountId, account.companyName, account.ownership ?? 'full', company?.taxId ?? null, ...address])
    const holder = account.companyName ?? `${first?.firstName} ${first?.lastName}`
    const shops = account.shops.map((plan, nth) =>
      openShop(plan, { slot: slot + nth, accountId, holder, createdMs: createdMs + (nth + 2) * DAY }, calendar, rows),
    )
    const people = writePeople(account, accountId, createdMs, shops, passwordHash, rows)
    return shops.map(({ plan, merchantId, pay }): OpenShop => {
      const members = people.filter(({ only }) => only === undefined || only === merchantId)
      const staff = members.filter(({ role }) => role !== 'guest').map(({ id }) => id)
      const joined = members.filter(({ only }) => only !== undefined).map(({ name }) => name)
      return { plan, merchantId, accountId, people: members, staff, slot: slot++, pay, disabledMs, joined }
    })
  })
}

/** An id derived from a name; `place` determines its order, so that shops are loaded in key order. */
export const idOf = (name: string, place = 0): string => makeRandom(`id/${name}`).uuid(Date.UTC(2025, 0, 1) + place)

/** The member of the demo's staff who entered prices and terms. */
const proposedBy = idOf('staff/marta.quiroga@proveedor.test')

/** Writes the versions of the price list. */
export function writePriceList(calendar: Calendar, rows: Rows): void {
  for (const { effectiveOn, proposedOn, versions } of demoPriceList(calendar)) {
    const id = idOf(`prices/${effectiveOn}`)
    for (const { terms } of versions) rows.add('price_lists', [id, effectiveOn, `${proposedOn}T10:00:00Z`, proposedBy, ...termsRow(terms)])
  }
}

/** The columns of terms, from `product` on. */
const termsRow = (terms: ShopOffer) => [
  terms.product,
  terms.minCents,
  terms.maxCents,
  arrayText(terms.instalmentsAllowed),
  terms.tin,
  terms.openingFeeRate,
  terms.downpayment,
  terms.captureMode,
  terms.feeRate,
  terms.feeFixedCents,
  terms.vatRate,
]

/** Writes one shop of an account, its payout account, and its own terms in both modes. */
export function openShop(
  plan: ShopPlan,
  { slot, accountId, holder, createdMs }: { slot: number; accountId: string; holder: string; createdMs: number },
  calendar: Calendar,
  rows: Rows,
): { plan: ShopPlan; merchantId: string; pay: PayTerms } {
  const merchantId = idOf(`shop/${plan.name}`, slot)
  const pending = plan.status === 'pending'
  const createdAt = pending ? calendar.today.startMs - 2 * DAY + 10 * 3_600_000 : createdMs
  const liveMs = createdAt + 3 * DAY
  const pay = payTerms(plan, holder, madridDay(new Date(liveMs)))
  if (pay.account)
    rows.add('bank_accounts', [pay.account.id, accountId, pay.account.iban, pay.account.holderName, instant(createdAt + DAY)])
  rows.add('merchants', [
    merchantId,
    accountId,
    plan.name,
    plan.url,
    plan.status,
    true,
    instant(createdAt),
    pending ? null : instant(liveMs),
    pay.rhythm.frequency,
    pay.reserveBps,
    pay.reserveDays,
    pay.account?.id ?? null,
    plan.url === null ? null : `facturas@${plan.url.replace('https://', '')}`,
  ])
  for (const { effectiveOn, enabled, terms } of ownTerms(plan, calendar))
    for (const mode of ['live', 'sandbox'])
      if (terms)
        rows.add('merchant_terms', [
          merchantId,
          mode,
          idOf(`terms/${plan.name}`, slot),
          effectiveOn,
          instant(createdAt),
          proposedBy,
          enabled,
          ...termsRow(terms),
        ])
  return { plan, merchantId, pay }
}

function writePeople(
  account: AccountPlan,
  accountId: string,
  createdMs: number,
  shops: readonly { plan: ShopPlan; merchantId: string }[],
  passwordHash: string,
  rows: Rows,
): Person[] {
  const shopId = (name: string | undefined) => shops.find(({ plan }) => plan.name === name)?.merchantId
  return account.people.map((person, index) => {
    const id = idOf(`user/${person.email}`)
    const only = shopId(person.onlyShop)
    const joinedAt = instant(createdMs + index * 3_600_000)
    rows.add('users', [id, person.email, passwordHash, person.firstName, person.lastName, shopId(person.prefers) ?? null, joinedAt])
    rows.add('memberships', [accountId, id, person.role, joinedAt, joinedAt])
    if (only) rows.add('user_merchants', [id, only])
    return { id, role: person.role, name: `${person.firstName} ${person.lastName}`, only }
  })
}
