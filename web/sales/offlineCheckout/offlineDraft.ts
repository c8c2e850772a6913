import { products, type Product } from '#domain/sales/operations/states'

/** One line: unit price with VAT, in cents. */
export type DraftLine = { name: string; quantity: number | null; priceCents: number | null; taxRate: number }

/** The customer's data as known to the shop; empty strings are left for the customer to fill in. */
export type DraftCustomer = {
  firstName: string
  lastName: string
  email: string
  phone: string
  documentId: string
  birthday: string | null
  street: string
  postcode: string
  city: string
  country: 'ES' | 'PT'
}

export type LinkChannel = 'sms' | 'email'
export const linkChannels: readonly LinkChannel[] = ['sms', 'email']

/** Validity options of a link, in minutes; the longest is the default. */
export const expiryChoices = [10, 60, 1_440, 2_880, 4_320] as const
/** Standard VAT rates in Spain, in basis points. */
export const vatRates = [2_100, 1_000, 400, 0] as const

/** A draft sale, kept in this tab until it is sent. Amounts in cents. */
export type OfflineDraft = {
  byLines: boolean
  amount: number | null
  concept: string
  taxRate: number
  lines: readonly DraftLine[]
  mid: string
  customer: DraftCustomer
  product: Product | null
  numInstalments: number | null
  /** Only the plans of this campaign; null: the cheapest for the customer. */
  campaignId: string | null
  submitType: 'user' | 'vendors'
  channels: readonly LinkChannel[]
  expiresInMinutes: number
  notes: string
}

export const emptyCustomer: DraftCustomer = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  documentId: '',
  birthday: null,
  street: '',
  postcode: '',
  city: '',
  country: 'ES',
}

/** A new empty line. */
export const emptyLine = (): DraftLine => ({ name: '', quantity: 1, priceCents: null, taxRate: 2_100 })

/** Whether anything was typed or selected. */
export const isBegun = (draft: OfflineDraft): boolean => JSON.stringify(draft) !== JSON.stringify(newOfflineDraft())

/** Delivery of the form's button: as its fields say. */
export const draftDelivery: Partial<OfflineDraft> = {}
/** Delivery of the till's button: a QR code on the screen, for the customer's own phone. */
export const codeDelivery: Partial<OfflineDraft> = { channels: [], submitType: 'user' }

/** An empty draft. */
export function newOfflineDraft(): OfflineDraft {
  return {
    byLines: false,
    amount: null,
    concept: '',
    taxRate: 2_100,
    lines: [],
    mid: '',
    customer: emptyCustomer,
    product: null,
    numInstalments: null,
    campaignId: null,
    submitType: 'user',
    channels: [],
    expiresInMinutes: 4_320,
    notes: '',
  }
}

/** The amount to charge, in cents: the single amount, or the sum of the lines; null while incomplete. */
export function draftAmount(draft: Pick<OfflineDraft, 'byLines' | 'amount' | 'lines'>): number | null {
  if (!draft.byLines) return draft.amount
  const totals = draft.lines.map(({ quantity, priceCents }) => (quantity ?? 0) * (priceCents ?? 0))
  const sum = totals.reduce((total, one) => total + one, 0)
  return sum > 0 ? sum : null
}

type Raw = Record<string, unknown>
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1_000
const isCents = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isCentsOrNull = (value: unknown): value is number | null => value === null || isCents(value)

function isLine(value: unknown): value is DraftLine {
  if (!isRaw(value)) return false
  return isText(value['name']) && isCentsOrNull(value['quantity']) && isCentsOrNull(value['priceCents']) && isCents(value['taxRate'])
}

function isCustomer(value: unknown): value is DraftCustomer {
  if (!isRaw(value)) return false
  const { birthday, country, ...texts } = value
  const whole = Object.keys(emptyCustomer).every((name) => name in value)
  return whole && Object.values(texts).every(isText) && (birthday === null || isText(birthday)) && (country === 'ES' || country === 'PT')
}

/** Parses a draft from session storage; null unless it is complete. */
export function readOfflineDraft(value: unknown): OfflineDraft | null {
  if (!isRaw(value)) return null
  const whole = Object.keys(newOfflineDraft()).every((name) => name in value)
  const { byLines, amount, taxRate, lines, customer, product, numInstalments, campaignId, submitType, channels, expiresInMinutes } = value
  const known =
    typeof byLines === 'boolean' &&
    isCentsOrNull(amount) &&
    isCents(taxRate) &&
    Array.isArray(lines) &&
    lines.every(isLine) &&
    isCustomer(customer) &&
    (product === null || products.some((one) => one === product)) &&
    isCentsOrNull(numInstalments) &&
    (campaignId === null || isText(campaignId)) &&
    (submitType === 'user' || submitType === 'vendors') &&
    Array.isArray(channels) &&
    channels.every((one) => one === 'sms' || one === 'email') &&
    expiryChoices.some((one) => one === expiresInMinutes) &&
    [value['concept'], value['mid'], value['notes']].every(isText)
  return whole && known ? (value as OfflineDraft) : null // every property was validated
}
