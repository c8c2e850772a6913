import type { LocalDate } from '../platform/dates.ts'

/** What a card provider says of each movement of our balance with it. */
const balanceKinds = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
export type BalanceKind = (typeof balanceKinds)[number]

/** `missing_here`: missing in the books; `missing_there`: missing at the card provider; `ledger`: only the ledger's lines differ. */
export const differenceKinds = ['missing_here', 'missing_there', 'amount', 'currency', 'ledger'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** The subject of a difference: a payment in the books, all ledger lines of an operation, or a movement that matches nothing in the books. */
export const differenceSubjects = ['charge', 'refund', 'dispute', 'operation', 'movement'] as const
export type DifferenceSubject = (typeof differenceSubjects)[number]

/** A payment by our id; a dispute by the card provider's. */
export type PaymentSubject = { type: 'charge' | 'refund' | 'dispute'; id: string }

/** A movement of the balance. In cents of `currency`; positive: to us. `feeCents`: what the card provider kept of it. */
export type BalanceMovement = {
  reference: string
  kind: BalanceKind
  about: PaymentSubject | null
  merchantId: string | null
  operationId: string | null
  amountCents: number
  feeCents: number
  currency: string
  at: Date
}

/**
 * What the books say of a payment, in cents: what the card provider must have moved for it in all, less its fee for a dispute. `isOpen`: asked for without
 * a final answer, so that it may have been moved or not.
 */
export type BookedPayment = { about: PaymentSubject; cents: number; isOpen: boolean; beganAt: Date }

/** An operation with card payments. `ledgerCents`: what its ledger lines say that cards paid, less refunds and disputes. */
export type BookedOperation = { operationId: string; payments: readonly BookedPayment[]; ledgerCents: number; lastBookedAt: Date | null }

/** Both sides in cents; null: nothing there. `currency`: the card provider's, where it is not ours. */
export type Difference = {
  kind: DifferenceKind
  about: { type: DifferenceSubject; id: string }
  operationId: string | null
  ourCents: number | null
  theirCents: number | null
  currency: string | null
}

const bookCurrency = 'eur'

/** The change that a movement makes to a payment at the card provider. Fees of disputes count, because they are booked; fees of charges do not. */
const movedCents = ({ kind, amountCents, feeCents }: BalanceMovement): number => (kind === 'dispute' ? amountCents - feeCents : amountCents)

const total = (movements: readonly BalanceMovement[]): number => movements.reduce((sum, one) => sum + movedCents(one), 0)

const keyOf = ({ type, id }: PaymentSubject): string => `${type} ${id}`

function byKey(movements: readonly BalanceMovement[]): Map<string, BalanceMovement[]> {
  const groups = new Map<string, BalanceMovement[]>()
  for (const movement of movements) {
    if (!movement.about) continue
    const key = keyOf(movement.about)
    groups.set(key, [...(groups.get(key) ?? []), movement])
  }
  return groups
}

/** Movements of no operation that we know, other than the card provider's own fees and its payouts to our bank account. */
export function unknownMovements(movements: readonly BalanceMovement[]): Difference[] {
  const unknown = movements.filter(({ operationId, kind }) => operationId === null && kind !== 'fee' && kind !== 'payout')
  const subjects = [...byKey(unknown).values()].flatMap((own) => {
    const [{ about } = { about: null }] = own
    return about ? [missingHere(about, own)] : []
  })
  return [
    ...subjects,
    ...unknown.filter(({ about }) => about === null).map((one) => missingHere({ type: 'movement', id: one.reference }, [one])),
  ]
}

const missingHere = (about: Difference['about'], movements: readonly BalanceMovement[]): Difference => ({
  kind: 'missing_here',
  about,
  operationId: null,
  ourCents: null,
  theirCents: total(movements),
  currency: movements.find(({ currency }) => currency !== bookCurrency)?.currency ?? null,
})

function paymentDifference(
  about: PaymentSubject,
  operationId: string,
  booked: BookedPayment | undefined,
  movements: readonly BalanceMovement[],
): Difference | null {
  const ourCents = booked?.cents ?? null
  const theirCents = movements.length === 0 ? null : total(movements)
  const foreign = movements.find(({ currency }) => currency !== bookCurrency)
  const differenceOf = (kind: DifferenceKind): Difference => ({
    kind,
    about,
    operationId,
    ourCents,
    theirCents,
    currency: foreign?.currency ?? null,
  })
  if (foreign) return differenceOf('currency')
  if ((theirCents ?? 0) === (ourCents ?? 0) || (booked?.isOpen === true && (theirCents ?? 0) === 0)) return null
  if (theirCents === null) return differenceOf('missing_there')
  return differenceOf(ourCents === null ? 'missing_here' : 'amount')
}

type Compared = { operation: BookedOperation; movements: readonly BalanceMovement[]; from: Date; until: Date }

/**
 * The differences between what a card provider moved for an operation and the books. Payments that began before `from`, when the comparison began, are left out; an
 * operation that changed on either side at or after `until` is compared on that later day (null).
 */
export function compareOperation({ operation, movements, from, until }: Compared): Difference[] | null {
  const { operationId, payments, ledgerCents, lastBookedAt } = operation
  if ((lastBookedAt !== null && lastBookedAt >= until) || movements.some(({ at }) => at >= until)) return null
  const moved = byKey(movements)
  const booked = new Map(payments.map((one) => [keyOf(one.about), one]))
  const early = payments.filter(({ beganAt }) => beganAt < from)
  for (const { about } of early) moved.delete(keyOf(about))
  const subjects = new Map<string, PaymentSubject>()
  for (const one of payments) if (!early.includes(one)) subjects.set(keyOf(one.about), one.about)
  for (const [key, [first]] of moved) if (first?.about) subjects.set(key, first.about)
  const differences = [...subjects].flatMap(
    ([key, about]) => paymentDifference(about, operationId, booked.get(key), moved.get(key) ?? []) ?? [],
  )
  if (differences.length > 0 || early.length > 0 || subjects.size === 0) return differences
  const ourCents = ledgerCents + openCents(payments, moved)
  const theirCents = total(movements)
  if (ourCents === theirCents) return []
  return [{ kind: 'ledger', about: { type: 'operation', id: operationId }, operationId, ourCents, theirCents, currency: null }]
}

/** What the card provider has moved already for payments that wait for its final answer: the ledger has it with that answer. */
const openCents = (payments: readonly BookedPayment[], moved: ReadonlyMap<string, readonly BalanceMovement[]>): number =>
  payments.reduce((sum, { about, isOpen }) => sum + (isOpen ? total(moved.get(keyOf(about)) ?? []) : 0), 0)

/** `begins`: it has not begun; `running`: it is not over; `unread`: it is over, and the card provider is still to be asked about it. */
type BalanceDayState = 'begins' | 'running' | 'unread' | 'differs' | 'agrees'

/** Where the comparison of a day stands. `differences`: those that are open. */
export function balanceDayState(one: { day: string; comparedAt: string | null; differences: number }, today: LocalDate): BalanceDayState {
  if (one.comparedAt !== null) return one.differences > 0 ? 'differs' : 'agrees'
  return one.day > today ? 'begins' : one.day === today ? 'running' : 'unread'
}
