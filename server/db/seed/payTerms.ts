import { weekday, type LocalDate } from '#domain/dates'
import type { PaymentRhythm } from '#domain/settlement'
import { makeRandom } from './random.ts'
import type { ShopPlan } from './houses.ts'

/** How and where to a shop of the demo is paid. */
export type PayTerms = {
  rhythm: PaymentRhythm
  /** Share of each settlement that is held back, in basis points, and for how many days. */
  reserveBps: number
  reserveDays: number
  /** Null before the shop is live: nobody asked for an account yet. */
  account: { id: string; iban: string; holderName: string } | null
}

/** No bank has this code: no account of the demo is anybody's. */
const BANK = '9001'

/** The terms of a shop; its account's number follows from its name. */
export function payTerms(plan: ShopPlan, holderName: string, liveOn: LocalDate): PayTerms {
  const random = makeRandom(`account/${plan.name}`)
  return {
    rhythm: { frequency: plan.weekly ? 'weekly' : 'daily', weekday: weekday(liveOn) },
    reserveBps: plan.reserveBps ?? 0,
    reserveDays: 90,
    account:
      plan.status === 'pending'
        ? null
        : {
            id: random.uuid(Date.UTC(2025, 0, 1)),
            iban: ibanOf(`${BANK}0001`, String(random.int(1_000_000, 9_999_999)).padStart(10, '0')),
            holderName,
          },
  }
}

/** The IBAN of an account in Spain: with the two control digits inside the number and those of ISO 13616 before it. */
function ibanOf(office: string, account: string): string {
  const number = `${office}${controlDigit(`00${office}`)}${controlDigit(account)}${account}`
  const remainder = [...`${number}142800`].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
  return `ES${String(98 - remainder).padStart(2, '0')}${number}`
}

/** Each of ten digits weighs a power of two, modulo eleven. */
function controlDigit(tenDigits: string): number {
  const weighed = [...tenDigits].reduce((sum, digit, at) => sum + Number(digit) * (2 ** at % 11), 0)
  const control = 11 - (weighed % 11)
  return control === 11 ? 0 : control === 10 ? 1 : control
}
