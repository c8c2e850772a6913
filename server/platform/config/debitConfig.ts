import { isCreditorId } from '#domain/money/directDebit'
import { ConfigProblem } from '../database/configProblem.ts'

/** The setting of direct debits: value when unset, and what it is for. */
export const debitSettings = {
  DEBIT_CREDITOR_ID: [
    '',
    "The provider's SEPA creditor identifier, ES…; with the INVOICE_ISSUER_ settings shops can let old debts be charged to their account; default only demo shops",
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type Read = (name: keyof typeof debitSettings) => string

/** How old debts are charged; `creditorId` null: real shops cannot sign for that. */
export type Debiting = { creditorId: string | null }

/** Reads how old debts are charged; a creditor identifier that is none is a `ConfigProblem`. */
export function debitingOf(read: Read): Debiting {
  const creditorId = read('DEBIT_CREDITOR_ID')
  if (creditorId !== '' && !isCreditorId(creditorId))
    throw new ConfigProblem(`DEBIT_CREDITOR_ID="${creditorId}" is not a Spanish SEPA creditor identifier.`)
  return { creditorId: creditorId === '' ? null : creditorId }
}
