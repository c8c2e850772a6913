import type { Cents } from '../platform/money.ts'

/** Accounts of the ledger. */
export const ledgerAccounts = [
  'consumer_receivable',
  'consumer_credit',
  'partner_clearing',
  'merchant_payable',
  'fee_income',
  'vat_payable',
  'subsidy_income',
  'interest_income',
  'cash',
  'disputed_funds',
  'dispute_losses',
  'dispute_fees',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/** One side of a journal in cents: positive is a debit, negative a credit. */
export type Posting = { account: LedgerAccount; amountCents: Cents }

/** What a journal books. */
export const journalKinds = [
  'capture',
  'refund',
  'cancel',
  'instalment',
  'payout',
  'fee_minimum',
  'repayment',
  'vat_rounding',
  'credit_payment',
  'dispute',
  'noted_payment',
] as const
export type JournalKind = (typeof journalKinds)[number]

/** Sums of one account in one kind of journal, in cents, both positive. */
export type LedgerSum = { kind: JournalKind; account: LedgerAccount; debit: number; credit: number }

/**
 * The provider's figures of a period, in cents: `volume` captured, gross; `refunded` and cancelled, gross; `fees`, `interest` (with opening fees) and
 * `subsidies`, each net of what was given back; `vat` charged on fees; `collected` from customers; `paidOut` to shops, net of what came back; `toCustomers` who were owed money; `disputes`: lost
 * card disputes that the provider bears, and the partner's fees for disputes; `cash`: received less paid.
 */
type ProviderFigures = Record<
  | 'volume'
  | 'refunded'
  | 'fees'
  | 'interest'
  | 'subsidies'
  | 'vat'
  | 'collected'
  | 'paidOut'
  | 'toCustomers'
  | 'disputes'
  | 'repaid'
  | 'cash',
  number
>

/** What a shop was credited for a capture, or charged for a refund, and what it paid for it: together the gross amount. */
const grossAccounts: readonly LedgerAccount[] = ['merchant_payable', 'fee_income', 'vat_payable', 'subsidy_income']

export function providerFigures(sums: readonly LedgerSum[]): ProviderFigures {
  /** Credits less debits. */
  const credited = (accounts: readonly LedgerAccount[], kinds: readonly JournalKind[] = journalKinds): number =>
    sums.reduce(
      (total, { kind, account, debit, credit }) => (accounts.includes(account) && kinds.includes(kind) ? total + credit - debit : total),
      0,
    )
  // Not -0, which would be shown as a negative amount.
  const debited = (...of: Parameters<typeof credited>): number => 0 - credited(...of)
  return {
    volume: credited(grossAccounts, ['capture']),
    refunded: debited(grossAccounts, ['refund', 'cancel']),
    fees: credited(['fee_income']),
    interest: credited(['interest_income']),
    subsidies: credited(['subsidy_income']),
    vat: credited(['vat_payable']),
    collected: debited(['cash'], ['capture', 'instalment', 'noted_payment']),
    paidOut: credited(['cash'], ['payout']),
    toCustomers: credited(['cash'], ['credit_payment']),
    disputes: debited(['dispute_losses', 'dispute_fees']),
    repaid: debited(['cash'], ['repayment']),
    cash: debited(['cash']),
  }
}
