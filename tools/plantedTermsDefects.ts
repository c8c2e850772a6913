import type { PlantedDefect } from './plantedDefect.ts'

/** Defects in what holds when: terms by their day. */
export const termsDefects: readonly PlantedDefect[] = [
  {
    name: 'a reserve held at the rate of the first day that a settlement covers',
    file: 'server/money/settlements/settleShop.ts',
    find: 'payoutTermsOn(shop.payout.versions, valueOn)',
    replace: 'payoutTermsOn(shop.payout.versions, period.from)',
    caughtBy: ['server/money/settlements/payoutTerms.test.ts'],
  },
  {
    name: 'a minimum fee that is changed within a month charged for that month',
    file: 'domain/money/payoutTerms.ts',
    find: 'payoutTermsOn(versions, month).minimumFeeCents',
    replace: 'payoutTermsOn(versions, addDays(addMonths(month, 1), -1)).minimumFeeCents',
    caughtBy: ['domain/money/payoutTerms.test.ts'],
  },
]
