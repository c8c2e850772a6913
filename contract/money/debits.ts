import { debitStates } from '#domain/money/directDebit'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, operators, owners, readsShop } from '../platform/policy.ts'
import { amount, date, hexId, instant, typedText } from '../platform/values.ts'

/** What a shop owes for long, and the SEPA direct debit by which it is charged where the shop has signed for that (docs/domain.md#direct-debits). */
const path = '/v2/merchants/{merchantId}/debt'

/** Whoever is paid by a debit; the address on one line. */
const creditor = z.strictObject({ name: z.string(), id: z.string(), address: z.string() })

/** A consent to be charged, as it was signed. */
export const debitMandate = z.strictObject({
  id: hexId,
  /** The mandate's unique reference. */
  reference: z.string(),
  /**
   * `void`: the shop is paid to another account now, and the mandate was for the one before; `refused`: its bank said that mandate or account is none;
   * `lapsed`: nothing was charged by it for three years.
   */
  state: z.enum(['standing', 'revoked', 'void', 'refused', 'lapsed']),
  creditor,
  debtorName: z.string(),
  /** Masked. */
  iban: z.string(),
  place: z.string(),
  signedAt: instant,
  signedBy: z.string(),
  /** The words that were agreed to. */
  wording: z.string(),
})
export type DebitMandate = z.output<typeof debitMandate>

/** One debit, from its announcement to whatever the bank says of it. */
export const debit = z.strictObject({
  id: hexId,
  /** Also on the bank statement. */
  reference: z.string(),
  mandateReference: z.string(),
  state: z.enum(debitStates),
  announcedAt: instant,
  announcedAmount: amount,
  /** What was charged, never more than was announced; null: the bank has not been told. */
  chargedAmount: z.nullable(amount),
  dueOn: date,
  /** When the bank refused it or gave it back, or it was cancelled. */
  endedAt: z.nullable(instant),
  /** The bank's own code, when it refused it or gave it back. */
  reason: z.nullable(z.string()),
})
export type Debit = z.output<typeof debit>

export const debt = z.strictObject({
  /** What the last settlement left, positive; and the value day since which the shop has owed without a break. */
  amount,
  since: z.nullable(date),
  /** What is owed once the lines that wait for their settlement are counted. */
  owed: amount,
  /** What the shop's bank took back and the next settlement charges again, positive. */
  returned: amount,
  /** What happens next, and on which day where one is known (domain/money/directDebit.ts). */
  next: z.strictObject({ step: z.enum(['none', 'covered', 'sales', 'notice', 'debit', 'claim']), on: z.nullable(date) }),
  /** A debit of this debt was tried as often as one is: none is tried any more. */
  spent: z.boolean(),
  /** The last one; null: none was ever signed. */
  mandate: z.nullable(debitMandate),
  /** What would be signed now; null: nothing can be, or a mandate stands. */
  offer: z.nullable(z.strictObject({ accountId: hexId, iban: z.string(), debtorName: z.string(), creditor, wording: z.string() })),
  /** Why nothing can be signed: the shop has no account in use or it is changing, the provider charges nobody, or it is test mode; null: it can, or a mandate stands. */
  noOffer: z.nullable(z.enum(['account', 'provider', 'test'])),
  /** How the shop pays by itself; null in test mode, when it owes nothing, and while a debit of it is with the bank. */
  transfer: z.nullable(z.strictObject({ iban: z.string(), holder: z.string(), reference: z.string() })),
  /** The newest first, at most fifty. */
  debits: z.array(debit),
})
export type Debt = z.output<typeof debt>

export const debtView = endpoint({
  name: 'debtView',
  method: 'GET',
  path,
  summary: 'Deuda de la tienda y adeudos',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'wall' },
  answers: { 200: debt },
  refusals: [],
})

/** Consents to be charged, with a password given in the last five minutes; `account` is the one that the shop was shown. */
export const mandateSign = endpoint({
  name: 'mandateSign',
  method: 'POST',
  path: `${path}/mandate`,
  summary: 'Firmar la orden de domiciliación',
  policy: { ...ofAccount, roles: owners, right: 'bankAccount', afterEnd: 'denied' },
  body: z.strictObject({ account: hexId, place: typedText(60).check(z.minLength(1)) }),
  answers: { 201: debt },
  refusals: ['StepUpRequired', 'MandateNotAllowed'],
})

/** Takes the consent back, at any time; an announced debit is cancelled with it, one that the bank has is not. Revoked ones stay as they are. */
export const mandateRevoke = endpoint({
  name: 'mandateRevoke',
  method: 'POST',
  path: `${path}/mandate/revoke`,
  summary: 'Revocar la orden de domiciliación',
  policy: { ...ofAccount, roles: owners, right: 'bankAccount' },
  body: z.strictObject({ mandate: hexId }),
  answers: { 200: debt },
  refusals: [],
})

export const mandateDownload = endpoint({
  name: 'mandateDownload',
  method: 'GET',
  path: `${path}/mandate/{mandateId}/download`,
  summary: 'La orden de domiciliación en PDF',
  policy: { ...ofAccount, roles: owners, right: 'bankAccount' },
  // Reads for itself: it leaves a line in the trail.
  longPoll: true,
  answers: { 200: 'file' },
  refusals: [],
})
