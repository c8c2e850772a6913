import type { PlantedDefect } from './plantedDefect.ts'

/** Defects of the comparison of card providers' balances with the books. */
export const balanceDefects: readonly PlantedDefect[] = [
  {
    name: 'a charge that the card provider lists twice and nobody hears of',
    file: 'domain/money/cardBalance.ts',
    find: 'movements.reduce((sum, one) => sum + movedCents(one), 0)',
    replace: 'movements.slice(0, 1).reduce((sum, one) => sum + movedCents(one), 0)',
    caughtBy: ['domain/money/cardBalance.test.ts', 'server/money/cardBalance/readBalance.test.ts'],
  },
  {
    name: 'an amount in another currency taken for euros',
    file: 'domain/money/cardBalance.ts',
    find: "  if (foreign) return differenceOf('currency')\n",
    replace: '',
    caughtBy: ['domain/money/cardBalance.test.ts', 'server/money/cardBalance/readBalance.test.ts'],
  },
  {
    name: 'an operation of which the card provider lists nothing not compared',
    file: 'server/money/cardBalance/compareDay.ts',
    find: '[...operationIds, ...booked]',
    replace: '[...operationIds]',
    caughtBy: ['server/money/cardBalance/readBalance.test.ts'],
  },
  {
    name: 'a difference that staff has resolved reported again each day',
    file: 'server/money/cardBalance/differenceRows.ts',
    find: 'else if (!same.some((row) => isSame(row, difference))) added',
    replace: 'else added',
    caughtBy: ['server/money/cardBalance/readBalance.test.ts'],
  },
  {
    name: 'a difference that settles although both sides still differ',
    file: 'server/money/cardBalance/differenceRows.ts',
    find: 'one.is_open && !differing.has(keyOfKnown(one))',
    replace: 'one.is_open',
    caughtBy: ['server/money/cardBalance/readBalance.test.ts'],
  },
  {
    name: 'the fee for a dispute left out of what the card provider took',
    file: 'domain/money/cardBalance.ts',
    find: "(kind === 'dispute' ? amountCents - feeCents : amountCents)",
    replace: '(feeCents > amountCents && kind === "fee" ? amountCents - feeCents : amountCents)',
    caughtBy: ['domain/money/cardBalance.test.ts'],
  },
]
