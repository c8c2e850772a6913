import type { Checkout } from '#contract/sales/checkout'
import {
  compactDocument,
  compactPostcode,
  isEmail,
  isNie,
  isNif,
  isNonEmpty,
  isPortuguesePostcode,
  isSpanishPostcode,
} from '#domain/platform/identifiers'
import { tidyEmail } from '#domain/platform/emailAddress'
import { t } from '../../../platform/i18n/t.ts'
import { readDraft } from './stepDraft.ts'
import { serverNow } from '../../../platform/api/serverClock.ts'

/** The identity form; `birthday` is 'YYYY-MM-DD' or null. */
export type IdentityDraft = {
  firstName: string
  lastName: string
  documentId: string
  birthday: string | null
  email: string
  street: string
  postcode: string
  city: string
  country: 'ES' | 'PT'
}
export type IdentityField = keyof IdentityDraft
export type IdentityProblems = Partial<Record<IdentityField, string>>

const fields: readonly IdentityField[] = [
  'firstName',
  'lastName',
  'documentId',
  'birthday',
  'email',
  'country',
  'postcode',
  'city',
  'street',
]

/** Initial values: the draft saved in this tab, otherwise the sale's data, otherwise empty. */
export function startDraft({ checkoutId, customer }: Pick<Checkout, 'checkoutId' | 'customer'>): IdentityDraft {
  const typed = readDraft(checkoutId, 'identity')
  const known = { ...customer, ...customer?.address } as Record<string, unknown>
  const shown = (field: IdentityField) => {
    const value = typed[field] ?? known[field]
    return typeof value === 'string' ? value : ''
  }
  const [firstName, lastName, email, street] = [shown('firstName'), shown('lastName'), shown('email'), shown('street')]
  const place = {
    street,
    postcode: shown('postcode'),
    city: shown('city'),
    country: shown('country') === 'PT' ? ('PT' as const) : ('ES' as const),
  }
  return { firstName, lastName, email, documentId: shown('documentId'), birthday: shown('birthday') || null, ...place }
}

/** Whether a postcode is one of its country's. */
export const isPostcodeOf = (country: 'ES' | 'PT', text: string): boolean =>
  country === 'ES' ? isSpanishPostcode(compactPostcode(text)) : isPortuguesePostcode(compactPostcode(text))

/** A message for each invalid field. The document's check letter is verified here; the identity itself by the server. */
export function identityProblems(draft: IdentityDraft): IdentityProblems {
  const document = compactDocument(draft.documentId)
  const valid: Record<Exclude<IdentityField, 'country' | 'postcode'>, boolean> = {
    firstName: isNonEmpty(draft.firstName),
    lastName: isNonEmpty(draft.lastName),
    documentId: isNif(document) || isNie(document),
    birthday: draft.birthday !== null && draft.birthday < serverNow().toISOString().slice(0, 10),
    email: isEmail(tidyEmail(draft.email)),
    street: isNonEmpty(draft.street),
    city: isNonEmpty(draft.city),
  }
  const problems: IdentityProblems = {}
  for (const field of fields) {
    if (field === 'country') continue
    if (field === 'postcode') {
      if (!isPostcodeOf(draft.country, draft.postcode)) problems.postcode = t(`consumerScreens.identity.wrong.postcode.${draft.country}`)
    } else if (field === 'documentId' && document === '') problems.documentId = t('consumerScreens.identity.wrong.noDocument')
    else if (!valid[field]) problems[field] = t(`consumerScreens.identity.wrong.${field}`)
  }
  return problems
}

/** Server-side problems by form field: `address.postcode` becomes `postcode`. */
export function problemsFrom(serverProblems: ReadonlyMap<string, { message: string }>): IdentityProblems {
  const problems: IdentityProblems = {}
  for (const [name, { message }] of serverProblems) {
    const field = fields.find((one) => one === (name.split('.').at(-1) ?? name))
    if (field) problems[field] = message
  }
  return problems
}

/** The first field with a problem, in screen order. */
export const firstProblem = (problems: IdentityProblems): IdentityField | undefined => fields.find((field) => problems[field] !== undefined)
