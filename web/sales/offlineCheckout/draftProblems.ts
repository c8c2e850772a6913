import { addMonths, madridDay } from '#domain/platform/dates'
import {
  compactDocument,
  compactPhone,
  compactPostcode,
  isEmail,
  isLandline,
  isNie,
  isNif,
  isPhone,
  isPortuguesePostcode,
  isSpanishPostcode,
} from '#domain/platform/identifiers'
import type { ProductOffer } from '#domain/sales/plans/offer'
import { tidyEmail } from '#domain/platform/emailAddress'
import { t } from '../../platform/i18n/t.ts'
import { limitText } from './link/limitText.ts'
import { draftAmount, type OfflineDraft } from './offlineDraft.ts'

/** Messages by field name; names are those of the server's validation errors. */
export type Problems = ReadonlyMap<string, string>

/** Minimum age in years to buy on credit, as the server requires (art. 240 and 246 Código Civil). */
const minimumAge = 18

function* contactProblems({ customer, channels, submitType }: OfflineDraft): Generator<[string, string]> {
  const phone = compactPhone(customer.phone)
  const sends = (channel: 'sms' | 'email') => submitType === 'user' && channels.includes(channel)
  if (sends('sms') && phone === '') yield ['customer.phone', t('offlineCheckout.problem.phoneNeeded')]
  else if (phone !== '' && !isPhone(phone)) yield ['customer.phone', t('offlineCheckout.problem.phone')]
  if (sends('sms') && isLandline(phone)) yield ['channels', t('offlineCheckout.problem.landlineSms')]
  const email = tidyEmail(customer.email)
  if (sends('email') && email === '') yield ['customer.email', t('offlineCheckout.problem.emailNeeded')]
  else if (isLandline(phone) && email === '') yield ['customer.email', t('offlineCheckout.problem.emailForLandline')]
  else if (email !== '' && !isEmail(email)) yield ['customer.email', t('offlineCheckout.problem.email')]
}

function* customerProblems(draft: OfflineDraft, now: Date): Generator<[string, string]> {
  const { documentId, birthday, street, postcode, city, country } = draft.customer
  yield* contactProblems(draft)
  const document = compactDocument(documentId)
  if (document !== '' && !isNif(document) && !isNie(document)) yield ['customer.documentId', t('offlineCheckout.problem.document')]
  if (birthday !== null && birthday > addMonths(madridDay(now), -12 * minimumAge))
    yield ['customer.birthday', t('offlineCheckout.problem.birthday')]
  const parts = { street, postcode, city }
  if (Object.values(parts).every((part) => part.trim() === '')) return
  const fits = country === 'ES' ? isSpanishPostcode : isPortuguesePostcode
  if (street.trim() === '') yield ['customer.address.street', t('offlineCheckout.problem.street')]
  if (!fits(compactPostcode(postcode))) yield ['customer.address.postcode', t(`offlineCheckout.problem.postcode${country}`)]
  if (city.trim() === '') yield ['customer.address.city', t('offlineCheckout.problem.city')]
}

function* orderProblems(draft: OfflineDraft, offers: readonly ProductOffer[] | null): Generator<[string, string]> {
  const amount = draftAmount(draft)
  if (draft.byLines) {
    for (const [index, { name, quantity, priceCents }] of draft.lines.entries()) {
      if (name.trim() === '') yield [`order.articles.${index}.name`, t('offlineCheckout.problem.lineName')]
      if (quantity === null || quantity < 1 || quantity > 9_999)
        yield [`order.articles.${index}.quantity`, t('offlineCheckout.problem.quantity')]
      if (priceCents === null || priceCents < 1) yield [`order.articles.${index}.price`, t('offlineCheckout.problem.price')]
    }
  }
  if (amount === null || amount < 1)
    yield ['order.totalAmount', t(draft.byLines ? 'offlineCheckout.problem.lines' : 'offlineCheckout.problem.amount')]
  else {
    const limit = offers && limitText(offers, draft.product, amount)
    if (limit) yield ['order.totalAmount', limit]
  }
}

/** Input of the validation. `offers`: null while loading; `lost`: the chosen campaign does not apply to the sale. */
type ValidationContext = { offers: readonly ProductOffer[] | null; lost?: boolean; now: Date }

/** The problems that keep a draft from being sent, in form order. */
export function draftProblems(draft: OfflineDraft, { offers, lost = false, now }: ValidationContext): Problems {
  const campaign = lost ? [['campaignId', t('offlineCheckout.problem.campaign')] as const] : []
  return new Map([...orderProblems(draft, offers), ...campaign, ...customerProblems(draft, now)])
}

/** The problem of the sale itself, independent of the customer: its amount or campaign. */
export const saleProblem = (problems: Problems): string | null => problems.get('order.totalAmount') ?? problems.get('campaignId') ?? null
