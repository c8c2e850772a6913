import { cents, type Cents } from '../platform/money.ts'

/** Accounts in a shop's books that a settlement posts to. */
export type JournalAccount = 'customers' | 'provider' | 'bank' | 'fees' | 'interest' | 'vat'

/**
 * Their codes in Spain's chart of accounts (PGC, RD 1514/2007): customers 430, other debtors 440, banks 572, bank services 626, deductible VAT 472.
 * Interest paid by the shop is booked as services.
 */
export const spanishChart: Readonly<Record<JournalAccount, string>> = {
  customers: '430',
  provider: '440',
  bank: '572',
  fees: '626',
  interest: '626',
  vat: '472',
}

/** A settlement's amounts for the shop's books, in cents: gross is sales less refunds, charges are positive. */
export type SettledFacts = {
  isPaid: boolean
  grossCents: Cents
  feeCents: Cents
  vatCents: Cents
  subsidyCents: Cents
  openingCents: Cents
  /** The shop's repayments of its debt, less reversed ones. */
  repaidCents: Cents
  /** Held, negative, and released, positive. */
  reserveCents: Cents
  netCents: Cents
  closingCents: Cents
}

/** One side of an entry in cents: positive is a debit, negative a credit. */
export type JournalLine = { account: JournalAccount; amountCents: Cents }

/**
 * The journal entry of one settlement in the shop's books. The customers' debt is paid; after charges it is at the bank, or still with the provider: a
 * pending or returned payment, a balance carried forward, a reserve. Repayments of the shop's debt left its bank.
 * @throws RangeError when the settlement's equation does not hold
 */
export function settlementEntry(facts: SettledFacts): JournalLine[] {
  const { isPaid, grossCents, feeCents, vatCents, subsidyCents, openingCents, repaidCents, reserveCents, netCents, closingCents } = facts
  const lines: JournalLine[] = [
    { account: 'bank', amountCents: cents((isPaid ? netCents : 0) - repaidCents) },
    { account: 'provider', amountCents: cents(closingCents - openingCents - reserveCents + (isPaid ? 0 : netCents)) },
    { account: 'fees', amountCents: feeCents },
    { account: 'vat', amountCents: vatCents },
    { account: 'interest', amountCents: subsidyCents },
    { account: 'customers', amountCents: cents(-grossCents) },
  ]
  if (lines.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0)
    throw new RangeError(`settlement equation does not balance: ${JSON.stringify(facts)}`)
  return lines.filter(({ amountCents }) => amountCents !== 0)
}
