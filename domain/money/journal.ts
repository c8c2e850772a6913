import { cents, type Cents } from '../platform/money.ts'

/** What moves in a shop's books when it is paid. */
export type JournalAccount = 'customers' | 'provider' | 'bank' | 'fees' | 'interest' | 'vat'

/**
 * Where each stands on Spain's chart of accounts (PGC, RD 1514/2007): customers 430, other debtors 440, banks 572, bank services 626, deductible
 * VAT 472. Interest that the shop took on for its customers is among the services.
 */
export const spanishChart: Readonly<Record<JournalAccount, string>> = {
  customers: '430',
  provider: '440',
  bank: '572',
  fees: '626',
  interest: '626',
  vat: '472',
}

/** A settlement as it enters the shop's books; amounts in cents: gross as sold less what went back, charges positive. */
export type SettledFacts = {
  isPaid: boolean
  grossCents: Cents
  feeCents: Cents
  vatCents: Cents
  subsidyCents: Cents
  openingCents: Cents
  /** What the shop paid of its debt, less what its bank took back. */
  repaidCents: Cents
  /** Held back, negative, and let go of, positive. */
  reserveCents: Cents
  netCents: Cents
  closingCents: Cents
}

/** One side of an entry in cents: positive is a debit, negative a credit. */
export type JournalLine = { account: JournalAccount; amountCents: Cents }

/**
 * The entry of one settlement in the shop's books. The customers' debt is paid; what is left of it after charges came to the bank, or is
 * still with the provider: a payment under way or returned, a balance carried on, a reserve. What the shop paid of its debt left its bank.
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
  if (lines.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0) throw new RangeError('a settlement whose equation does not hold')
  return lines.filter(({ amountCents }) => amountCents !== 0)
}
