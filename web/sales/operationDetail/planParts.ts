import type { Operation } from '#contract/sales/operations'

type Instalment = Pick<Operation['instalments'][number], 'number' | 'state' | 'amount'>

/** What of a plan is paid, comes next and is left, in cents; cancelled and refunded instalments are none of them. */
export function planParts(instalments: readonly Instalment[], next: number | undefined, downpayment: number) {
  const sum = (counts: (one: Instalment) => boolean) => instalments.reduce((all, one) => (counts(one) ? all + one.amount : all), 0)
  const isOwed = ({ state }: Instalment) => state === 'pending' || state === 'overdue'
  return {
    paid: downpayment + sum(({ state }) => state === 'paid'),
    coming: sum((one) => isOwed(one) && one.number === next),
    left: sum((one) => isOwed(one) && one.number !== next),
  }
}
