import { idOf } from './accounts.ts'
import { categories } from './baskets.ts'
import type { AccountPlan, ShopPlan } from './accountPlans.ts'

/** Shops per account. */
const shopsOfAccount = 10
/** The first shop's share of all operations: one shop is always much larger than the others. */
const shareOfFirst = 0.4
/** After the slots of the demo's shops and of the warehouse. */
export const chainSlot = 100

const numbered = (nth: number, digits: number) => String(nth + 1).padStart(digits, '0')
const shopName = (nth: number) => `Tienda ${numbered(nth, 4)}`

/** The first shop's id: if it exists, the chain exists. */
export const chainId = idOf(`shop/${shopName(0)}`, chainSlot)

/** The owner of the nth account, from 0. */
export const chainOwner = (nth: number) => `cadena.${numbered(nth, 3)}@demo.test`

/** Many shops of many accounts, for benchmarks of a whole installation: the first shop has two fifths of all operations, the others share the rest. */
export function chainPlans({ shops, operations }: { shops: number; operations: number }): readonly AccountPlan[] {
  const first = Math.round(operations * shareOfFirst)
  const other = Math.round((operations - first) / (shops - 1))
  const plans = Array.from({ length: shops }, (_, nth): ShopPlan => ({
    name: shopName(nth),
    url: `https://tienda-${numbered(nth, 4)}.example`,
    status: 'active',
    categories: [0, 1, 2].map((step) => categories[(nth + step) % categories.length] ?? ''),
    live: nth === 0 ? first : other,
    sandbox: 0,
  }))
  return Array.from({ length: Math.ceil(shops / shopsOfAccount) }, (_, nth) => ({
    type: 'enterprise',
    companyName: `Cadena ${numbered(nth, 3)}, S.L.`,
    ownership: 'full',
    people: [{ email: chainOwner(nth), role: 'owner', firstName: 'Elisa', lastName: `Cadena ${numbered(nth, 3)}` }],
    shops: plans.slice(nth * shopsOfAccount, (nth + 1) * shopsOfAccount),
  }))
}
