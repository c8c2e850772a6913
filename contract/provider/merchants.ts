import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { memberStatus } from '../access/team.ts'
import { preset, role } from '../access/account.ts'
import { activityEntry } from '../access/activity.ts'
import { paper } from '../merchants/documents.ts'
import { iban } from '../merchants/ibans.ts'
import { merchantStatus, productTerms } from '../merchants/merchants.ts'
import { onboarding, onboardingStatus, onboardingStep } from '../merchants/onboarding.ts'
import { settlementBalance } from '../money/settlements.ts'
import { amount, date, hexId, instant, mode, rate, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

/** The accounts of merchants with their shops, as the provider's staff sees them. */
const path = '/console/v1/accounts'
const account = `${path}/{accountId}` as const
const reading = { roles: staffRoles, secondPerson: 'never' } as const

const accountType = z.enum(['enterprise', 'self_employed', 'unknown'])
/** Whether an account may sell: `opening` until its application is approved, `disabled` by the provider, `ended` with its relation. */
export const accountState = z.enum(['enabled', 'opening', 'disabled', 'ended'])

const shop = z.strictObject({ id: hexId, name: z.string(), host: z.nullable(z.string()), status: merchantStatus })

export const consoleAccountRow = z.strictObject({
  id: hexId,
  /** The company's name, else the first shop's or the person's; empty for an account of which nothing is known yet. */
  name: z.string(),
  /** Of a company; a self-employed person's number is personal data. */
  cif: z.nullable(z.string()),
  type: accountType,
  state: accountState,
  onboarding: onboardingStatus,
  shops: z.array(shop),
  /** Documents that wait for a review. */
  documentsInReview: z.int(),
  createdAt: instant,
})
export type ConsoleAccountRow = z.output<typeof consoleAccountRow>

const filters = {
  /** Any of: shop, company or person's name, tax number, host, e-mail of a member, the last digits of an IBAN, the id of an account or shop. */
  search: z.optional(typedText(120)),
  /** With a shop in this status. */
  status: z.optional(merchantStatus),
  onboarding: z.optional(onboardingStatus),
  state: z.optional(accountState),
  /** Created on this day in Madrid or later. */
  since: z.optional(date),
}

/** Newest first. */
export const consoleAccountList = consoleCall({
  name: 'consoleAccountList',
  method: 'GET',
  path,
  summary: 'Buscar comercios',
  policy: reading,
  query: z.object({ ...filters, cursor: z.optional(hexId) }),
  answers: {
    200: z.strictObject({
      results: z.array(consoleAccountRow),
      /** How many match, on all pages. */
      count: z.int(),
      /** The cursor of the next page. */
      next: z.nullable(hexId),
    }),
  },
  refusals: [],
})

export const consoleAccountExport = consoleCall({
  name: 'consoleAccountExport',
  method: 'GET',
  path: `${path}/export`,
  summary: 'Descargar la lista de comercios',
  policy: reading,
  query: z.object(filters),
  answers: { 200: 'file' },
  refusals: [],
})

/** Of a company, or of a self-employed person. Null: not stated yet. */
const companyFacts = z.strictObject({
  name: z.string(),
  tradeName: z.nullable(z.string()),
  taxNumber: z.nullable(z.string()),
  legalForm: z.nullable(z.string()),
  activity: z.nullable(z.string()),
  website: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Day of its foundation, or start of the activity. */
  since: z.nullable(date),
})

const person = z.strictObject({
  id: hexId,
  name: z.string(),
  email: z.string(),
  role,
  preset,
  status: memberStatus,
  secondFactorSince: z.nullable(instant),
  lastSignIn: z.nullable(instant),
  /** Open sessions, in whichever account. */
  sessions: z.int(),
})
export type ConsolePerson = z.output<typeof person>

const bankAccount = z.strictObject({
  id: hexId,
  iban: z.string(),
  holder: z.string(),
  status: iban.shape.status,
  isDefault: z.boolean(),
  shops: z.array(z.string()),
})

/** What somebody has to do before the account can sell. */
const requirement = z.strictObject({
  kind: z.enum(['step', 'document', 'change', 'application', 'factor', 'bankAccount']),
  /** Of kind `step` and `change`. */
  step: z.nullable(onboardingStep),
  /** Of kind `document`. */
  document: z.nullable(paper.shape.type),
  /** What was asked, in the provider's words; the name of the shop, or of the person without a second factor. */
  detail: z.nullable(z.string()),
  /** Who has to act. */
  by: z.enum(['merchant', 'provider']),
})
export type AccountRequirement = z.output<typeof requirement>

const accountShop = z.extend(shop, {
  url: z.nullable(z.string()),
  createdAt: instant,
  liveOn: z.nullable(instant),
  paymentFrequency: z.enum(['daily', 'weekly']),
  reserveRate: rate,
  minimumFee: z.nullable(amount),
  /** The last four digits. */
  bankAccount: z.nullable(z.string()),
})

export const staffNote = z.strictObject({ id: hexId, text: z.string(), author: z.string(), createdAt: instant })
export type StaffNote = z.output<typeof staffNote>

export const consoleAccountDetail = z.strictObject({
  id: hexId,
  name: z.string(),
  type: accountType,
  state: accountState,
  disabledAt: z.nullable(instant),
  endedOn: z.nullable(date),
  createdAt: instant,
  /** Whether personal data is masked; `consoleAccountReveal` gives it. */
  masked: z.boolean(),
  company: z.nullable(companyFacts),
  /** The person behind the account. */
  holder: z.nullable(z.strictObject({ name: z.string(), documentNumber: z.nullable(z.string()), phone: z.nullable(z.string()) })),
  onboarding: z.pick(onboarding, { status: true, step: true, submittedAt: true }),
  requirements: z.array(requirement),
  people: z.array(person),
  shops: z.array(accountShop),
  documents: z.array(z.strictObject({ type: paper.shape.type, status: paper.shape.status, expiresOn: z.nullable(date) })),
  bankAccounts: z.array(bankAccount),
  notes: z.array(staffNote),
})
export type ConsoleAccountDetail = z.output<typeof consoleAccountDetail>

/** Personal data is masked. */
export const consoleAccount = consoleCall({
  name: 'consoleAccount',
  method: 'GET',
  path: account,
  summary: 'Ver un comercio',
  policy: reading,
  answers: { 200: consoleAccountDetail },
  refusals: [],
})

/** The same with personal data; leaves an entry in the account's audit log, with the reason. Support must give one. */
export const consoleAccountReveal = consoleCall({
  name: 'consoleAccountReveal',
  method: 'POST',
  path: `${account}/reveal`,
  summary: 'Ver los datos personales de un comercio',
  policy: reading,
  body: z.strictObject({ reason: typedText(300) }),
  answers: { 200: consoleAccountDetail },
  refusals: [],
  neverStore: true,
})

const apiKey = z.strictObject({
  id: hexId,
  mode,
  kind: z.enum(['public', 'private']),
  lastFour: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
  lastUsedClient: z.nullable(z.string()),
})
const webhook = z.strictObject({
  id: hexId,
  mode,
  host: z.string(),
  failingSince: z.nullable(instant),
  offAt: z.nullable(instant),
  offReason: z.nullable(z.enum(['person', 'failing', 'gone', 'secret'])),
  /** Deliveries that wait. */
  waiting: z.int(),
  lastDeliveredAt: z.nullable(instant),
})

/** What lies within one shop: its money, terms and connections. */
export const consoleShopDetail = z.strictObject({
  balance: settlementBalance.answers[200],
  /** Operations in repayment with an instalment past its day, and what is past due. */
  arrears: z.strictObject({ operations: z.int(), amount }),
  /** Operations asked for and accepted on each of the last thirty days in Madrid. */
  lately: z.array(z.strictObject({ on: date, asked: z.int(), accepted: z.int() })),
  terms: z.array(productTerms),
  keys: z.array(apiKey),
  webhooks: z.array(webhook),
})
export type ConsoleShopDetail = z.output<typeof consoleShopDetail>

export const consoleShop = consoleCall({
  name: 'consoleShop',
  method: 'GET',
  path: `${account}/shops/{merchantId}`,
  summary: 'Ver el dinero y las conexiones de una tienda',
  policy: reading,
  answers: { 200: consoleShopDetail },
  refusals: [],
})

/** Of the account's audit log, newest first; what staff did names them. */
export const timelineEntry = z.extend(activityEntry, { staff: z.nullable(z.string()) })
export type TimelineEntry = z.output<typeof timelineEntry>

export const consoleAccountTimeline = consoleCall({
  name: 'consoleAccountTimeline',
  method: 'GET',
  path: `${account}/timeline`,
  summary: 'Ver la actividad de un comercio',
  policy: reading,
  query: z.object({
    /** Entries before this one. */
    before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  }),
  answers: { 200: z.strictObject({ results: z.array(timelineEntry), next: z.nullable(z.string()) }) },
  refusals: [],
})

/** Merchants never see notes. */
export const consoleNoteAdd = consoleCall({
  name: 'consoleNoteAdd',
  method: 'POST',
  path: `${account}/notes`,
  summary: 'Anotar algo de un comercio',
  policy: reading,
  body: z.strictObject({ text: typedText(2000).check(z.minLength(1)) }),
  answers: { 201: staffNote },
  refusals: [],
})
