import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, ofAccount, operators, owners, withoutSession } from '../platform/policy.ts'
import { date, hexId, ibanText, instant } from '../platform/values.ts'

/** Bank accounts that shops are paid to, and how one is changed (docs/domain.md#bank-accounts). */
const path = '/v2/merchants/{merchantId}/ibans'

/**
 * `unconfirmed`: requested, not yet confirmed after step-up; `pending_review`: waits for the provider, and for a second owner where there
 * is one; `cooling`: approved, not yet paid to; `replaced`: an earlier one. A change that ends early is `rejected` by the provider,
 * `cancelled` by an owner, or `frozen` by a recipient of its e-mail.
 */
export const ibanState = z.enum(['unconfirmed', 'pending_review', 'cooling', 'active', 'replaced', 'rejected', 'cancelled', 'frozen'])

export const iban = z.strictObject({
  id: hexId,
  /** Masked: `ES91 •••• 1332`; the whole number is never sent. */
  iban: z.string(),
  holderName: z.string(),
  holderDocument: z.nullable(z.string()),
  bankCode: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  bic: z.nullable(z.string()),
  status: ibanState,
  /** The company's default: offered first when another shop is requested. It does not affect which shop is paid where. */
  isDefault: z.boolean(),
  /** Null: of an account that the provider set up. */
  certificate: z.nullable(z.strictObject({ fileName: z.string(), sizeBytes: z.int(), uploadedAt: instant })),
  /** Shops that it pays, or will pay. */
  merchants: z.array(z.strictObject({ id: hexId, name: z.string() })),
  requestedBy: z.nullable(z.strictObject({ id: hexId, name: z.string() })),
  requestedAt: instant,
  confirmedAt: z.nullable(instant),
  /** Another owner must agree; who did, and when. */
  needsSecondOwner: z.boolean(),
  secondOwner: z.nullable(z.strictObject({ id: hexId, name: z.string(), at: instant })),
  reviewedAt: z.nullable(instant),
  rejectionReason: z.nullable(z.string()),
  /** When the cooling-off period ends and it starts to be paid; null until it is approved. */
  effectiveFrom: z.nullable(instant),
  /** Value date of the first settlement paid to it, as far as known. */
  firstSettlementOn: z.nullable(date),
  /** It is cooling, and was requested from a new device: until `effectiveFrom` no settlement is paid. */
  paymentsPaused: z.boolean(),
})
export type Iban = z.output<typeof iban>

/** All bank accounts of the caller's account, newest change first. */
export const ibanList = endpoint({
  name: 'ibanList',
  method: 'GET',
  path: '/v2/ibans',
  summary: 'Cuentas bancarias de la empresa',
  policy: { ...ofAccount, roles: operators, right: 'bankAccount:read' },
  providerApi: true,
  answers: { 200: z.array(iban) },
  refusals: [],
})

export const merchantIbanList = endpoint({
  name: 'merchantIbanList',
  method: 'GET',
  path,
  summary: 'Cuentas bancarias de una tienda',
  policy: { ...ofAccount, roles: operators, right: 'bankAccount:read' },
  providerApi: true,
  answers: { 200: z.array(iban) },
  refusals: [],
})

/** Requests another account for a shop; nothing changes until it is confirmed, reviewed and has cooled off. */
export const merchantIbanCreate = endpoint({
  name: 'merchantIbanCreate',
  method: 'POST',
  path,
  summary: 'Pedir el cambio de cuenta bancaria',
  policy: { ...ofAccount, roles: owners, right: 'bankAccount', afterEnd: 'denied' },
  providerApi: true,
  body: z.strictObject({ iban: ibanText }),
  file: { name: 'file', maxBytes: 10_000_000 },
  answers: { 201: iban },
  // An invalid number is an ApiValidationException on `iban`: country, characters, length, check, control (domain/money/iban.ts) or bank.
  // Test mode has no bank accounts of its own: IbanChangeNotAllowed.
  refusals: ['IbanUnchanged', 'IbanPendingReview', 'IbanChangeNotAllowed', 'FileTooLarge', 'FileNotAccepted'],
})

/** The answer of every step of a change. Spread by name: the browser's build drops shapes written like this. */
const step = { method: 'POST', answers: { 200: iban } } as const

/** By its requester, after step-up; an unconfirmed one is cancelled after a day. */
export const ibanConfirm = endpoint({
  ...step,
  name: 'ibanConfirm',
  path: `${path}/{ibanId}/confirm`,
  summary: 'Confirmar el cambio con la contraseña',
  policy: { ...ofAccount, roles: owners, right: 'bankAccount', afterEnd: 'denied' },
  refusals: ['StepUpRequired', 'IbanChangeNotAllowed'],
})

/** By another owner, after step-up. */
export const ibanApprove = endpoint({
  ...step,
  name: 'ibanApprove',
  path: `${path}/{ibanId}/approve`,
  summary: 'Aprobar el cambio como segundo titular',
  policy: { ...ofAccount, roles: owners, right: 'bankAccount', afterEnd: 'denied' },
  refusals: ['StepUpRequired', 'IbanChangeNotAllowed'],
})

/** By any owner, until it takes effect. */
export const ibanCancel = endpoint({
  ...step,
  name: 'ibanCancel',
  path: `${path}/{ibanId}/cancel`,
  summary: 'Detener el cambio',
  policy: { ...ofAccount, roles: owners, right: 'bankAccount', afterEnd: 'denied' },
  refusals: ['IbanChangeNotAllowed'],
})

export const ibanCertificate = endpoint({
  name: 'ibanCertificate',
  method: 'GET',
  path: `${path}/{ibanId}/certificate`,
  summary: 'El certificado de titularidad',
  policy: { ...ofAccount, roles: owners, right: null },
  longPoll: true,
  answers: { 200: 'file' },
  refusals: [],
})

/** The change that the e-mail's link is for, masked. The link is `/stop-change#<ibanId>.<token>`: browsers do not send the fragment to servers. */
export const ibanFreezeView = endpoint({
  name: 'ibanFreezeView',
  method: 'POST',
  path: '/v2/ibans/freeze-view',
  summary: 'El cambio que un aviso anuncia',
  policy: { ...withoutSession, bearer: 'none' },
  body: z.strictObject({ ibanId: hexId, token: z.string().check(z.maxLength(128)) }),
  answers: {
    200: z.strictObject({
      merchants: z.array(z.string()),
      from: z.nullable(z.string()),
      to: z.string(),
      requestedBy: z.string(),
      requestedAt: instant,
      device: z.string(),
      status: ibanState,
      /** Of a frozen one: until when credentials of the account cannot be changed. */
      pausedUntil: z.nullable(instant),
    }),
  },
  refusals: ['LinkReplaced'],
})

/** "No he sido yo": stops the change without a session. */
export const ibanFreeze = endpoint({
  name: 'ibanFreeze',
  method: 'POST',
  path: '/v2/ibans/freeze',
  summary: 'Bloquear un cambio de cuenta desde el aviso',
  policy: { ...withoutSession, bearer: 'none' },
  body: z.strictObject({ ibanId: hexId, token: z.string().check(z.maxLength(128)) }),
  // Until when credentials of the account cannot be changed.
  answers: { 200: z.strictObject({ pausedUntil: z.nullable(instant) }) },
  refusals: ['LinkReplaced'],
})

/** A bank by its four-digit code in a Spanish IBAN, or PT and the four digits of a Portuguese one. */
export const bank = endpoint({
  name: 'bank',
  method: 'GET',
  path: '/v2/banks/{code}',
  summary: 'Un banco por su código',
  policy: { ...ofAccount, roles: everyone, right: null },
  answers: { 200: z.strictObject({ code: z.string(), name: z.string(), bic: z.nullable(z.string()) }) },
  refusals: [],
})
