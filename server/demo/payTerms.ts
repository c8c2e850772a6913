import { weekday, type LocalDate } from '#domain/platform/dates'
import { spanishIban } from '#domain/money/iban'
import type { PaymentRhythm } from '#domain/money/settlement'
import { makeRandom } from './random.ts'
import type { ShopPlan } from './accountPlans.ts'

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
            iban: spanishIban(BANK, '0001', String(random.int(1_000_000, 9_999_999)).padStart(10, '0')),
            holderName,
          },
  }
}
