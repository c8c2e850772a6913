import { isCountry } from './countries.ts'
import { addMonths, isLocalDate, type LocalDate } from '../../platform/dates.ts'
import type { FieldCode, FieldRule, FieldRules, Values } from './fields.ts'
import {
  compactDocument,
  compactPhone,
  compactPostcode,
  isLandline,
  isMobile,
  isNie,
  isNif,
  isPortugueseTaxId,
  isPortuguesePostcode,
  isSpanishPostcode,
} from '../../platform/identifiers.ts'
import { plainText } from '../../platform/plainText.ts'
import { properNameProblem } from '../../platform/properName.ts'

type DocumentType = 'nif' | 'nie' | 'passport'
export const documentTypes: readonly DocumentType[] = ['nif', 'nie', 'passport']

export type AddressField =
  | 'address.street'
  | 'address.addressAddition'
  | 'address.city'
  | 'address.state'
  | 'address.country'
  | 'address.postcode'

/** The fields of an address. */
export const addressFields: readonly AddressField[] = [
  'address.country',
  'address.postcode',
  'address.city',
  'address.state',
  'address.street',
  'address.addressAddition',
]

/** What an identity document says of a person besides the name. */
export const documentFields = ['documentType', 'documentNumber', 'birthday', 'nationality'] as const

type IdentityField = 'firstName' | 'lastName' | 'documentType' | 'documentNumber' | 'birthday' | 'nationality' | 'isPep'

/** The account's owner as a person (docs/domain.md#people-and-companies); fields after `jobTitle` are for self-employed people only. */
export type ProfileField =
  | IdentityField
  | AddressField
  | 'phone'
  | 'landline'
  | 'jobTitle'
  | 'isLegalRepresentative'
  | 'tradeName'
  | 'businessActivity'
  | 'cnae'
  | 'iaeEpigraph'
  | 'startDate'

/** Somebody who owns or controls the company (docs/domain.md#people-and-companies); `percentage` in basis points, 5000 = 50 %. */
export type OwnerField = IdentityField | AddressField | 'countryOfResidence' | 'percentage' | 'controlType' | 'isSignatory'

const adultMonths = 18 * 12

/** Validates a document number by its type; a passport number has letters and digits. */
function documentProblem(text: string, { documentType }: Values<'documentType'>): FieldCode | null {
  if (documentType === 'nif') return isNif(text) ? null : 'nif'
  if (documentType === 'nie') return isNie(text) ? null : 'nie'
  if (documentType === 'passport') return /^[A-Z0-9]{5,20}$/.test(text) ? null : 'passport'
  return null
}

/** A birthday: from 1900 on, of somebody who is at least eighteen. */
function birthdayProblem(text: string, _: object, today: LocalDate): FieldCode | null {
  if (!isLocalDate(text) || text < '1900-01-01') return 'day'
  return addMonths(text, adultMonths) > today ? 'adult' : null
}

/** A date that is not in the future. */
export function pastDayProblem(text: string, _: object, today: LocalDate): FieldCode | null {
  if (!isLocalDate(text) || text < '1900-01-01') return 'day'
  return text > today ? 'future' : null
}

const country: FieldRule<string> = { problem: (text) => (isCountry(text) ? null : 'option') }

/** Validates a postcode by its country; those of other countries are not checked. */
function postcodeProblem(text: string, all: Values<'address.country'>): FieldCode | null {
  if (all['address.country'] === 'PT') return isPortuguesePostcode(text) ? null : 'postcode_pt'
  return all['address.country'] !== 'ES' || isSpanishPostcode(text) ? null : 'postcode'
}

const addressAnywhere: FieldRules<AddressField> = {
  'address.country': country,
  'address.postcode': { tidy: compactPostcode, problem: postcodeProblem },
  'address.city': {},
  'address.state': {},
  'address.street': {},
  'address.addressAddition': {},
}

/** Addresses of an account's own people and companies: Spain or Portugal. */
export const addressRules: FieldRules<AddressField> = {
  ...addressAnywhere,
  'address.country': { problem: (text) => (text === 'ES' || text === 'PT' ? null : 'option') },
}

const identityRules: FieldRules<IdentityField> = {
  firstName: { problem: properNameProblem },
  lastName: { problem: properNameProblem },
  documentType: {},
  documentNumber: { tidy: compactDocument, problem: documentProblem },
  birthday: { problem: birthdayProblem },
  nationality: country,
  isPep: {},
}

/** A mobile or landline number by its prefix (`LANDLINE_PREFIXES`). */
export const phoneRule: FieldRule<string> = {
  tidy: compactPhone,
  problem: (text) => (isMobile(text) || isLandline(text) ? null : 'phone'),
}
export const cnaeRule: FieldRule<string> = { tidy: plainText, problem: (text) => (/^\d{2}\.\d{2}$/.test(text) ? null : 'cnae') }

/** As a person's, or for somebody in Portugal a Portuguese tax number. */
function ownDocumentProblem(text: string, all: Values<'documentType' | 'address.country'>): FieldCode | null {
  if (all.documentType === 'nif' && all['address.country'] === 'PT' && isPortugueseTaxId(text)) return null
  return documentProblem(text, all)
}

export const profileRules: FieldRules<ProfileField> = {
  ...identityRules,
  documentNumber: { tidy: compactDocument, problem: ownDocumentProblem },
  phone: { tidy: compactPhone, problem: (text) => (isMobile(text) ? null : 'mobile') },
  landline: { tidy: compactPhone, problem: (text) => (isLandline(text) ? null : 'landline') },
  jobTitle: {},
  isLegalRepresentative: {},
  ...addressRules,
  tradeName: { problem: properNameProblem },
  businessActivity: {},
  cnae: cnaeRule,
  iaeEpigraph: { tidy: plainText, problem: (text) => (/^\d{1,4}(?:\.\d{1,2})?$/.test(text) ? null : 'iae') },
  startDate: { problem: pastDayProblem },
}

export const ownerRules: FieldRules<OwnerField> = {
  ...identityRules,
  countryOfResidence: country,
  ...addressAnywhere,
  percentage: {},
  controlType: {},
  isSignatory: {},
}

const address = addressFields.filter((name) => name !== 'address.addressAddition')
const identity: readonly IdentityField[] = ['firstName', 'lastName', ...documentFields, 'isPep']

/** Required fields of a profile, by account type (identity checks need a birthday and an address). */
export const requiredOfProfile: Readonly<Record<'enterprise' | 'self_employed', ReadonlySet<ProfileField>>> = {
  enterprise: new Set<ProfileField>([...identity, 'phone', 'isLegalRepresentative', ...address]),
  self_employed: new Set<ProfileField>([...identity, 'phone', ...address, 'businessActivity']),
}

/** Required fields of an owner; provinces exist in Spain and Portugal only, and whether a share is required depends on the kind of ownership. */
export const requiredOfOwner: ReadonlySet<OwnerField> = new Set<OwnerField>([
  ...identity,
  'countryOfResidence',
  'controlType',
  'address.country',
  'address.postcode',
  'address.city',
  'address.street',
])
