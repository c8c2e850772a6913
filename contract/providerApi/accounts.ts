import { z } from 'zod/mini'
import { relationEndReasons } from '#domain/merchants/retention'
import { enterpriseBody, profileBody } from '../merchants/company.ts'
import { merchantCreate, onboardingStatus } from '../merchants/onboarding.ts'
import { merchantStatus } from '../merchants/merchants.ts'
import { date, emailText, hexId, instant, mode, plain, properName, typedText } from '../platform/values.ts'
import { accountState } from '../provider/merchants.ts'
import { cursorPage, cursorText, providerCall } from './providerCall.ts'

/** Accounts, which are companies or self-employed people, with their merchants, which are shops. */
const path = '/provider/v1/accounts'
const account = `${path}/{accountId}` as const
const shop = '/provider/v1/merchants/{merchantId}'
const reading = { scope: 'accounts:read', secondPerson: 'never' } as const
const writing = { scope: 'accounts:write', secondPerson: 'never' } as const
const writingByTwo = { scope: 'accounts:write', secondPerson: 'configured', confirmedBy: ['risk', 'admin'] } as const
/** A reason that the merchant reads. */
const reason = typedText(300).check(z.minLength(1))
/** An id of the provider's own systems. */
const externalId = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))

export const providerMerchantView = z.strictObject({
  id: hexId,
  accountId: hexId,
  externalId: z.nullable(z.string()),
  name: z.string(),
  url: z.nullable(z.string()),
  status: merchantStatus,
  paymentFrequency: z.enum(['daily', 'weekly']),
  createdAt: instant,
  /** When it was approved. */
  liveOn: z.nullable(instant),
})
export type ProviderMerchantView = z.output<typeof providerMerchantView>

export const providerAccountView = z.strictObject({
  id: hexId,
  externalId: z.nullable(z.string()),
  /** The company's name, else the person's. */
  name: z.string(),
  type: z.enum(['enterprise', 'self_employed', 'unknown']),
  /** Of a company. */
  cif: z.nullable(z.string()),
  state: accountState,
  application: onboardingStatus,
  /** Its documents are kept in the provider's own systems. */
  papersElsewhere: z.boolean(),
  merchants: z.array(providerMerchantView),
  createdAt: instant,
  /** The last change of the account or one of its merchants. */
  changedAt: instant,
})
export type ProviderAccountView = z.output<typeof providerAccountView>

/** Accounts in the order of their last change, the oldest first; those changed meanwhile come again at the end. */
export const providerAccountList = providerCall({
  name: 'providerAccountList',
  method: 'GET',
  path,
  summary: 'Listar comercios por su último cambio',
  policy: reading,
  query: z.strictObject({
    changedSince: z.optional(instant),
    externalId: z.optional(externalId),
    cursor: z.optional(cursorText),
  }),
  answers: { 200: cursorPage(providerAccountView) },
  refusals: [],
})

export const providerAccount = providerCall({
  name: 'providerAccount',
  method: 'GET',
  path: account,
  summary: 'Leer un comercio',
  policy: reading,
  answers: { 200: providerAccountView },
  refusals: [],
})

/**
 * Creates an account with its owner. With `invite` the owner gets an invitation by e-mail. With `papersElsewhere` no document is asked for here, because the
 * provider has identified the merchant in its own systems. Refuses with ApiValidationException on `external_id` one that is taken.
 */
export const providerAccountCreate = providerCall({
  name: 'providerAccountCreate',
  method: 'POST',
  path,
  summary: 'Crear un comercio',
  policy: writing,
  body: z.strictObject({
    externalId: z.optional(externalId),
    type: z.enum(['enterprise', 'self_employed']),
    owner: z.strictObject({ email: emailText, firstName: properName(60).check(z.minLength(1)), lastName: properName(80) }),
    website: z._default(plain(200), ''),
    /** What the merchant would type: of the company, and of the person behind it. All of it may come later. */
    company: z.optional(enterpriseBody),
    holder: z.optional(profileBody),
    papersElsewhere: z._default(z.boolean(), false),
    invite: z._default(z.boolean(), true),
  }),
  answers: { 201: providerAccountView },
  refusals: [],
})

/** Its merchants start nothing new; its people read the reason. A member of staff confirms it while money is open. */
export const providerAccountDisable = providerCall({
  name: 'providerAccountDisable',
  method: 'POST',
  path: `${account}/disable`,
  summary: 'Desactivar un comercio',
  policy: writingByTwo,
  body: z.strictObject({ reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

export const providerAccountEnable = providerCall({
  name: 'providerAccountEnable',
  method: 'POST',
  path: `${account}/enable`,
  summary: 'Reactivar un comercio',
  policy: writing,
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Ends the relation, once no money is open. It cannot be undone. */
export const providerAccountClose = providerCall({
  name: 'providerAccountClose',
  method: 'POST',
  path: `${account}/close`,
  summary: 'Terminar la relación con un comercio',
  policy: writingByTwo,
  body: z.strictObject({ reason: z.enum(relationEndReasons), endedOn: date }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** A shop of an account, as its owner would ask for it: it is pending until it is approved. One at a time. */
export const providerMerchantCreate = providerCall({
  name: 'providerMerchantCreate',
  method: 'POST',
  path: `${account}/merchants`,
  summary: 'Crear una tienda de un comercio',
  policy: writing,
  body: z.extend(z.omit(merchantCreate.body, { ibanId: true }), { externalId: z.optional(externalId) }),
  answers: { 201: providerMerchantView },
  refusals: ['OnboardingNotAllowed'],
})

export const providerMerchant = providerCall({
  name: 'providerMerchant',
  method: 'GET',
  path: shop,
  summary: 'Leer una tienda',
  policy: reading,
  answers: { 200: providerMerchantView },
  refusals: [],
})

/** It sells on the terms of the price list. Refuses with ReviewNotAllowed while a document or a requested change is open, and what is decided. */
export const providerMerchantApprove = providerCall({
  name: 'providerMerchantApprove',
  method: 'POST',
  path: `${shop}/approve`,
  summary: 'Aprobar una tienda',
  policy: writing,
  answers: { 200: providerMerchantView },
  refusals: ['ReviewNotAllowed'],
})

export const providerMerchantReject = providerCall({
  name: 'providerMerchantReject',
  method: 'POST',
  path: `${shop}/reject`,
  summary: 'Rechazar una tienda',
  policy: writing,
  body: z.strictObject({ reason }),
  answers: { 200: providerMerchantView },
  refusals: ['ReviewNotAllowed'],
})

/** It starts no new sales; what was sold continues. Its people read the reason. */
export const providerMerchantSuspend = providerCall({
  name: 'providerMerchantSuspend',
  method: 'POST',
  path: `${shop}/suspend`,
  summary: 'Suspender una tienda',
  policy: writing,
  body: z.strictObject({ reason }),
  answers: { 200: providerMerchantView },
  refusals: ['ProviderActionNotAllowed'],
})

export const providerMerchantResume = providerCall({
  name: 'providerMerchantResume',
  method: 'POST',
  path: `${shop}/resume`,
  summary: 'Reanudar una tienda',
  policy: writing,
  answers: { 200: providerMerchantView },
  refusals: ['ProviderActionNotAllowed'],
})

/**
 * The first private key of a shop, shown in this answer alone and to a repeat with the same idempotency key: with it, the provider's own software sells in the shop's name. Its owners are told. Refuses with
 * ProviderActionNotAllowed a shop that has a key, which its people renew.
 */
export const providerMerchantKeyIssue = providerCall({
  name: 'providerMerchantKeyIssue',
  method: 'POST',
  path: `${shop}/keys`,
  summary: 'Entregar la primera clave de una tienda',
  policy: { scope: 'keys', secondPerson: 'never' },
  body: z.strictObject({ mode }),
  answers: { 201: z.strictObject({ id: hexId, key: z.string(), mode }) },
  refusals: ['ProviderActionNotAllowed'],
  secret: true,
})
