/**
 * Why a shop's bank sent a payment back, as far as its code tells. `passing`: nothing is said against the account; `other`: whoever sends it again
 * must know why first.
 */
export const payoutReturns = ['wrong_number', 'closed', 'blocked', 'not_taken', 'passing', 'other'] as const
export type PayoutReturn = (typeof payoutReturns)[number]

/**
 * Codes of ISO 20022's external code list (return and rejection reasons) that say what follows: of the account (EPC's guidance on reason codes for
 * SEPA credit transfers), or passing by itself: ED05 settlement failed, MS03 the bank gives no reason, TM01 came after the cut-off. No other code
 * is taken for passing: FOCR, DUPL, FRAD, TECH and CUST are payments that the provider called back, RR01 to RR04 lack what law asks for, MD07 and
 * MS02 come from whoever holds the account (docs/domain.md#returned-payouts).
 */
const ofCode: Readonly<Record<string, PayoutReturn>> = {
  AC01: 'wrong_number',
  AC03: 'wrong_number',
  AC04: 'closed',
  AC06: 'blocked',
  AG01: 'not_taken',
  ED05: 'passing',
  MS03: 'passing',
  TM01: 'passing',
}

/** What a bank's code says; a code that is not listed, or none, is `other`. */
export const payoutReturn = (code: string | null): PayoutReturn =>
  code !== null && Object.hasOwn(ofCode, code) ? (ofCode[code] ?? 'other') : 'other'

/** What comes next: the shop sends it `again`, its `provider` looks into it and sends it, or the shop needs another `account` first. */
export const payAgainSteps = ['again', 'provider', 'account'] as const
type PayAgainStep = (typeof payAgainSteps)[number]

/**
 * What the code leaves open is its provider's to look into, whatever account there is now: a payment called back as fraud goes to no new account by a
 * press. Else the shop sends it itself to another account, and to the same one where the reason passes by itself.
 */
export function payAgainStep(why: PayoutReturn, account: { isKnown: boolean; isAnother: boolean }): PayAgainStep {
  if (why === 'other') return 'provider'
  if (!account.isKnown) return 'account'
  return account.isAnother || why === 'passing' ? 'again' : 'account'
}
