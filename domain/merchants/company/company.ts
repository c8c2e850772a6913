import type { FieldCode, FieldRules, Values } from './fields.ts'
import { compactDocument, isCif, isPortugueseTaxId, isUrl } from '../../platform/identifiers.ts'
import { plainText } from '../../platform/plainText.ts'
import { properNameProblem } from '../../platform/properName.ts'
import { type AddressField, addressRules, cnaeRule, pastDayProblem, phoneRule } from './person.ts'

/** The company of an account (docs/domain.md#people-and-companies). */
export type EnterpriseField =
  | 'name'
  | 'tradeName'
  | 'cif'
  | 'legalForm'
  | 'incorporationDate'
  | 'registryData.province'
  | 'registryData.volume'
  | 'registryData.page'
  | 'registryData.sheet'
  | 'businessActivity'
  | 'cnae'
  | 'phone'
  | 'website'
  | AddressField
  | 'annualRevenueBand'
  | 'employeesBand'
  | 'ownershipType'
  | 'isListed'

export const legalForms = ['sl', 'slu', 'sa', 'sau', 'sll', 'coop', 'cb', 'sc', 'asociacion', 'fundacion', 'otra'] as const
export const revenueBands = ['<100k', '100k-500k', '500k-2m', '2m-10m', '>10m'] as const
export const employeeBands = ['1-9', '10-49', '50-249', '250+'] as const

/** A company's tax number: Spanish, or Portuguese with an address there. */
const cifProblem = (text: string, all: Values<'address.country'>): FieldCode | null =>
  isCif(text) || (all['address.country'] === 'PT' && isPortugueseTaxId(text)) ? null : 'cif'

export const enterpriseRules: FieldRules<EnterpriseField> = {
  name: { problem: properNameProblem },
  cif: { tidy: compactDocument, problem: cifProblem },
  tradeName: { problem: properNameProblem },
  legalForm: {},
  incorporationDate: { problem: pastDayProblem },
  businessActivity: {},
  cnae: cnaeRule,
  phone: phoneRule,
  website: { tidy: plainText, problem: (text) => (isUrl(text) ? null : 'url') },
  ...addressRules,
  'registryData.province': {},
  'registryData.volume': {},
  'registryData.page': {},
  'registryData.sheet': {},
  annualRevenueBand: {},
  employeesBand: {},
  ownershipType: {},
  isListed: {},
}

/** Required fields of a company's own page; ownership has its own step. */
export const requiredOfEnterprise: ReadonlySet<EnterpriseField> = new Set<EnterpriseField>([
  'name',
  'cif',
  'businessActivity',
  'cnae',
  'phone',
  'address.country',
  'address.postcode',
  'address.city',
  'address.state',
  'address.street',
])
