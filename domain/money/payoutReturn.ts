/**
 * Why a shop's bank returned a payment, by its code. `passing`: temporary, nothing is wrong with the account; `other`: must be investigated before it is
 * sent again.
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

/** The reason of a bank's code; unknown codes, or none, are `other`. */
export const payoutReturn = (code: string | null): PayoutReturn =>
  code !== null && Object.hasOwn(ofCode, code) ? (ofCode[code] ?? 'other') : 'other'

/** The next step: the shop sends it `again`, the `provider` investigates and sends it, or the shop needs another `account` first. */
export const payAgainSteps = ['again', 'provider', 'account'] as const
type PayAgainStep = (typeof payAgainSteps)[number]

/**
 * Unclear codes are the provider's to investigate, whatever the current account: a payment recalled as fraud must not go to a new account at the press of
 * a button. Otherwise the shop sends it itself to another account, or to the same one if the reason is temporary.
 */
export function payAgainStep(why: PayoutReturn, account: { isKnown: boolean; isAnother: boolean }): PayAgainStep {
  if (why === 'other') return 'provider'
  if (!account.isKnown) return 'account'
  return account.isAnother || why === 'passing' ? 'again' : 'account'
}
