/** Whether a column of balances matches one of amounts: with its signs, without them, or not at all; null when no two rows decide. */
type BalanceCheck = 'signed' | 'unsigned' | 'neither' | null

/** The change of balance of each row, computed from its neighbour; the newest movement may be first or last. */
function changes(balances: readonly (number | null)[], isNewestFirst: boolean): (number | null)[] {
  return balances.map((balance, at) => {
    const before = balances[isNewestFirst ? at + 1 : at - 1] ?? null
    return balance === null || before === null ? null : balance - before
  })
}

/** Amounts and balances of a column, row by row; `isNewestFirst` is null where all rows are of one day. */
export type Balanced = { amounts: readonly (number | null)[]; balances: readonly (number | null)[]; isNewestFirst: boolean | null }

/** The change of balance of each row; if dates do not determine the order, the one in which more rows match their amount. */
export function balanceChanges({ amounts, balances, isNewestFirst }: Balanced): (number | null)[] {
  if (isNewestFirst !== null) return changes(balances, isNewestFirst)
  const agreeing = (given: readonly (number | null)[]) =>
    given.filter((change, at) => change !== null && amounts[at] != null && Math.abs(change) === Math.abs(amounts[at])).length
  const [down, up] = [changes(balances, false), changes(balances, true)]
  return agreeing(up) > agreeing(down) ? up : down
}

/** How an account's balance matches a column of amounts: at least half of the rows must match to the cent. */
export function followsBalance(balanced: Balanced): BalanceCheck {
  const { amounts } = balanced
  const changes = balanceChanges(balanced)
    .map((change, at) => ({ change, amount: amounts[at] ?? null }))
    .filter((row): row is { change: number; amount: number } => row.change !== null && row.amount !== null && row.amount !== 0)
  if (changes.length === 0) return null
  if (changes.filter(({ change, amount }) => Math.abs(change) === Math.abs(amount)).length * 2 < changes.length) return 'neither'
  // One unsigned debit among many credits is enough: read with a plus sign it would be income.
  if (changes.every(({ change, amount }) => change !== -amount)) return 'signed'
  return amounts.every((amount) => (amount ?? 0) >= 0) ? 'unsigned' : 'neither'
}
