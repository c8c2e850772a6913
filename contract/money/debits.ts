import { debitStates } from '#domain/money/directDebit'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, operators, owners, readsShop } from '../platform/policy.ts'
import { amount, date, hexId, instant, typedText } from '../platform/values.ts'

/** A shop's long-standing debt, and the SEPA direct debit by which it is charged with a signed mandate (docs/domain.md#direct-debits). */
const path = '/v2/merchants/{merchantId}/debt'

/** The creditor of a debit; the address on one line. */
const creditor = z.strictObject({ name: z.string(), id: z.string(), address: z.string() })

/** A signed mandate. */
export const debitMandate = z.strictObject({
  id: hexId,
  /** The mandate's unique reference. */
  reference: z.string(),
  /**
   * `void`: the shop is now paid to another account; `refused`: the bank reported the mandate or account as invalid; `lapsed`: nothing was charged by it
   * for three years.
   */
  state: z.enum(['standing', 'revoked', 'void', 'refused', 'lapsed']),
  creditor,
  debtorName: z.string(),
  /** Masked. */
  iban: z.string(),
  place: z.string(),
  signedAt: instant,
  signedBy: z.string(),
  /** The text that was agreed to. */
  wording: z.string(),
})
export type DebitMandate = z.output<typeof debitMandate>

/** One debit, from its announcement to its outcome. */
export const debit = z.strictObject({
  id: hexId,
  /** Also on the bank statement. */
  reference: z.string(),
  mandateReference: z.string(),
  state: z.enum(debitStates),
  announcedAt: instant,
  announcedAmount: amount,
  /** The charged amount, never more than was announced; null: not sent to the bank. */
  chargedAmount: z.nullable(amount),
  dueOn: date,
  /** When it was refused, returned or cancelled. */
  endedAt: z.nullable(instant),
  /** The bank's reason code of a refusal or return. */
  reason: z.nullable(z.string()),
})
export type Debit = z.output<typeof debit>

export const debt = z.strictObject({
  /** The debt after the last settlement, positive; and the value date since which the shop has owed without interruption. */
  amount,
  since: z.nullable(date),
  /** The debt less unsettled lines. */
  owed: amount,
  /** Returned debits that the next settlement charges again, positive. */
  returned: amount,
  /** The next step, and its day if known (domain/money/directDebit.ts). */
  next: z.strictObject({ step: z.enum(['none', 'covered', 'sales', 'notice', 'debit', 'claim']), on: z.nullable(date) }),
  /** The maximum number of debits of this debt was attempted. */
  spent: z.boolean(),
  /** The last mandate; null: none was ever signed. */
  mandate: z.nullable(debitMandate),
  /** The mandate that can be signed now; null: none can be, or one is active. */
  offer: z.nullable(z.strictObject({ accountId: hexId, iban: z.string(), debtorName: z.string(), creditor, wording: z.string() })),
  /** Why none can be signed: the shop has no account or it is changing, the provider does not charge, or it is test mode; null: one can be, or one is active. */
  noOffer: z.nullable(z.enum(['account', 'provider', 'test'])),
  /** Details for paying by transfer; null in test mode, without a debt, and while a debit has been sent. */
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

/** Signs a mandate, after step-up authentication; `account` is the one that was shown. */
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

/** Revokes the mandate, at any time; an announced debit is cancelled with it, one that was sent is not. Idempotent. */
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
  // Without a connection of the gateway: it writes its own audit entry.
  longPoll: true,
  answers: { 200: 'file' },
  refusals: [],
})
