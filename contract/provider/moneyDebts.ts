import { z } from 'zod/mini'
import { debitStates } from '#domain/money/directDebit'
import { debt } from '../money/debits.ts'
import { amount, amountInput, date, hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'
import { cursor, moneyPath, moneySearch, moneyShop, movesMoney, next, readsMoney } from './moneyParts.ts'

const step = z.enum(['none', 'covered', 'claim', 'sales', 'notice', 'debit'])

/** Shops that owe after their last settlement, the oldest debt first, at most 25 a page. */
export const consoleDebtList = consoleCall({
  name: 'consoleDebtList',
  method: 'GET',
  path: `${moneyPath}/debts`,
  summary: 'Ver lo que deben las tiendas',
  policy: readsMoney,
  query: z.strictObject({ search: moneySearch, cursor }),
  answers: {
    200: z.strictObject({
      results: z.array(
        z.strictObject({
          shop: moneyShop,
          amount,
          /** The value day since which it has owed without interruption. */
          since: date,
          /** Less what waits to be settled. */
          owed: amount,
          next: z.strictObject({ step, on: z.nullable(date) }),
        }),
      ),
      /** Of all that owe. */
      totals: z.strictObject({ count: z.int(), amount }),
      next,
    }),
  },
  refusals: [],
})

const moneyDebit = z.strictObject({
  id: hexId,
  shop: moneyShop,
  reference: z.string(),
  state: z.enum(debitStates),
  /** Charged, or else announced. */
  amount,
  dueOn: date,
  announcedAt: instant,
  endedAt: z.nullable(instant),
  /** The bank's code of a refusal or return. */
  reason: z.nullable(z.string()),
})
export type MoneyDebit = z.output<typeof moneyDebit>

/** Direct debits of all shops, the latest day first. `which`: those that are announced or with the bank, or those that it refused or returned. */
export const consoleDebitList = consoleCall({
  name: 'consoleDebitList',
  method: 'GET',
  path: `${moneyPath}/debits`,
  summary: 'Ver los adeudos',
  policy: readsMoney,
  query: z.strictObject({ search: moneySearch, which: z.optional(z.enum(['open', 'failed', 'booked'])), cursor }),
  answers: { 200: z.strictObject({ results: z.array(moneyDebit), next }) },
  refusals: [],
})

/** A shop's debt with its mandate and debits, and the transfers that paid it. */
export const consoleDebt = consoleCall({
  name: 'consoleDebt',
  method: 'GET',
  path: `${moneyPath}/shops/{merchantId}/debt`,
  summary: 'Ver la deuda de una tienda',
  policy: readsMoney,
  answers: {
    200: z.strictObject({
      shop: moneyShop,
      debt: z.pick(debt, { amount: true, since: true, owed: true, returned: true, next: true, spent: true, debits: true }),
      mandate: z.nullable(z.strictObject({ reference: z.string(), state: z.string(), iban: z.string(), signedAt: instant })),
      transfers: z.array(z.strictObject({ reference: z.string(), amount, at: instant, undone: z.boolean() })),
    }),
  },
  refusals: [],
})

/** The bank's reference of a transfer, which is booked once. */
const reference = typedText(35).check(z.minLength(1))

/** Books what a shop paid of its debt by transfer. More than it owes only with `force`: the excess is paid out with its next settlement. */
export const consoleTransferBook = consoleCall({
  name: 'consoleTransferBook',
  method: 'POST',
  path: `${moneyPath}/shops/{merchantId}/transfers`,
  summary: 'Anotar una transferencia de una tienda',
  policy: movesMoney,
  body: z.strictObject({ amount: amountInput, reference, on: date, force: z.boolean() }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Reverses a transfer that was booked to the wrong shop. */
export const consoleTransferUndo = consoleCall({
  name: 'consoleTransferUndo',
  method: 'POST',
  path: `${moneyPath}/shops/{merchantId}/transfers/undo`,
  summary: 'Deshacer una transferencia anotada',
  policy: movesMoney,
  body: z.strictObject({ reference }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Stores that the bank refused or returned a debit. */
export const consoleDebitReturn = consoleCall({
  name: 'consoleDebitReturn',
  method: 'POST',
  path: `${moneyPath}/debits/{debitId}/return`,
  summary: 'Anotar un adeudo devuelto',
  policy: movesMoney,
  body: z.strictObject({ code: typedText(4) }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})
