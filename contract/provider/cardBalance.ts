import { z } from 'zod/mini'
import { differenceKinds, differenceSubjects } from '#domain/money/cardBalance'
import { staffRoles } from '#domain/provider/staff'
import { amount, date, hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

/** What card providers moved, compared with the books; live only. */
const path = '/console/v1/card-balance'

const difference = z.strictObject({
  id: hexId,
  /** The name of the card provider. */
  provider: z.string(),
  day: date,
  kind: z.enum(differenceKinds),
  about: z.enum(differenceSubjects),
  /** The id of the charge, refund or operation; of a dispute and of a movement the card provider's. */
  aboutId: z.string(),
  merchant: z.nullable(z.strictObject({ id: hexId, name: z.string() })),
  operationId: z.nullable(hexId),
  /** In the books, and at the card provider; null: nothing there. */
  ours: z.nullable(amount),
  theirs: z.nullable(amount),
  /** The card provider's, where it is not the euro. */
  currency: z.nullable(z.string()),
  /** What the card provider moved for it, oldest first. */
  movements: z.array(z.strictObject({ reference: z.string(), amount, fee: amount, currency: z.string(), at: instant })),
  foundAt: instant,
  /** When both sides agreed after all. */
  settledAt: z.nullable(instant),
  resolvedAt: z.nullable(instant),
  resolvedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type CardDifference = z.output<typeof difference>

const balanceDay = z.strictObject({
  provider: z.string(),
  day: date,
  /** When it was read and compared; null: it is not over. */
  comparedAt: z.nullable(instant),
  movements: z.int(),
  charges: amount,
  refunds: amount,
  disputes: amount,
  fees: amount,
  payouts: amount,
  other: amount,
  /** What the ledger says that cards paid, less refunds, disputes and their fees; and what the card provider says of the same. */
  ledger: amount,
  theirs: amount,
  differences: z.int(),
})
export type CardBalanceDay = z.output<typeof balanceDay>

export const differenceLists = ['open', 'closed'] as const

/** Differences, `open` oldest first, `closed` newest first, at most 200; the last 31 days; and what is left of all movements. */
export const consoleCardBalance = consoleCall({
  name: 'consoleCardBalance',
  method: 'GET',
  path,
  summary: 'Ver la conciliación de tarjetas',
  policy: { roles: staffRoles, secondPerson: 'never' },
  query: z.strictObject({ list: z._default(z.enum(differenceLists), 'open') }),
  answers: {
    200: z.strictObject({
      differences: z.array(difference),
      open: z.int(),
      days: z.array(balanceDay),
      /** Of all days that were read: movements less fees and payouts. */
      balance: amount,
      /** Whether the card provider reports its balance; if not, nothing is compared. */
      isReported: z.boolean(),
    }),
  },
  refusals: [],
})

/** Says what became of a difference. It is open no longer, and comes back only as another one. */
export const consoleCardDifferenceResolve = consoleCall({
  name: 'consoleCardDifferenceResolve',
  method: 'POST',
  path: `${path}/differences/{differenceId}/resolve`,
  summary: 'Resolver una diferencia con el proveedor de tarjetas',
  policy: { roles: ['finance', 'admin'], secondPerson: 'never' },
  body: z.strictObject({ reason: typedText(300).check(z.minLength(1)) }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})
