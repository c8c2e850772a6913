import type { ReviewSection } from '#contract/provider/review'
import type { EnterpriseField } from '#domain/merchants/company/company'
import type { FieldValue, Values } from '#domain/merchants/company/fields'
import type { OwnerField, ProfileField } from '#domain/merchants/company/person'
import { maskDocument, maskPhone } from '#domain/platform/identifiers'
import type { Check } from '#domain/provider/applicationChecks'
import { text } from '../../platform/calls/messages.ts'
import { snakeKey } from '../../platform/calls/wire.ts'
import { fieldText } from '../../merchants/company/formFacts.ts'
import { checkTexts } from './checkTexts.ts'

type Step = ReviewSection['facts'][number]['step']
/** Fields that are shown as one fact, under the first one's name unless it has a label of its own. */
type FactGroup<F extends string> = { fields: readonly F[]; label?: string; personal?: 'name' | 'number' | 'phone' | 'all' }

const address = { fields: ['address.street', 'address.addressAddition', 'address.postcode', 'address.city', 'address.state'] } as const
const identity = [
  { fields: ['firstName', 'lastName'], label: 'review.fact.person', personal: 'name' },
  { fields: ['documentNumber', 'documentType'], label: 'review.fact.document', personal: 'number' },
  { fields: ['birthday'], personal: 'all' },
  { fields: ['nationality'] },
] as const

const enterpriseFacts: readonly FactGroup<EnterpriseField>[] = [
  { fields: ['name'] },
  { fields: ['cif'] },
  { fields: ['tradeName'] },
  { fields: ['legalForm'] },
  { fields: ['incorporationDate'] },
  {
    fields: ['registryData.province', 'registryData.volume', 'registryData.page', 'registryData.sheet'],
    label: 'company.section.registry',
  },
  { fields: ['businessActivity'] },
  { ...address, label: 'company.section.seat' },
  { fields: ['phone'] },
  { fields: ['website'] },
  { fields: ['annualRevenueBand'] },
  { fields: ['employeesBand'] },
  { fields: ['ownershipType'] },
]
const profileFacts: readonly FactGroup<ProfileField>[] = [
  ...identity,
  { ...address, label: 'review.fact.home', personal: 'all' },
  { fields: ['phone'], personal: 'phone' },
  { fields: ['jobTitle'] },
  { fields: ['isLegalRepresentative'] },
  { fields: ['isPep'] },
  { fields: ['tradeName'] },
  { fields: ['businessActivity'] },
  { fields: ['iaeEpigraph'] },
  { fields: ['startDate'] },
]
const ownerFacts: readonly FactGroup<OwnerField>[] = [
  ...identity,
  { fields: ['percentage'] },
  { fields: ['controlType'] },
  { fields: ['countryOfResidence'] },
  { fields: ['isPep'] },
  { fields: ['isSignatory'] },
]

const masks: Readonly<Record<NonNullable<FactGroup<string>['personal']>, (value: string) => string>> = {
  // The initial of each word.
  name: (value) => value.replace(/(\p{L})[\p{L}'’-]*/gu, '$1•••'),
  number: (value) => maskDocument(value.split(' ')[0] ?? ''),
  phone: maskPhone,
  all: () => '•••',
}

/** A text with the names of people in it masked. */
export const maskName = masks.name

type Options = { isMasked: boolean; checks: readonly Check[]; step: Step; stepOf?: (field: string) => Step }

/** The filled-in facts of a form, each with its checks. `checks` name a fact by its first field. */
function factsOf<F extends string>(shown: readonly FactGroup<F>[], values: Values<F>, { isMasked, checks, step, stepOf }: Options) {
  return shown.flatMap(({ fields, label, personal }) => {
    const [first] = fields
    const value = fields.flatMap((field) => valueText(field, values[field])).join(joinOf(fields))
    if (first === undefined || value === '') return []
    const field = snakeName(first)
    return [
      {
        step: stepOf?.(first) ?? step,
        field,
        label: text(label ?? `company.field.${first}`),
        value: isMasked && personal ? masks[personal](value) : value,
        checks: checkTexts(checks.filter((one) => one.field === first)),
      },
    ]
  })
}

const valueText = (field: string, value: FieldValue): string[] =>
  value === null || value === '' ? [] : [labelled(field, fieldText(field, value))]
/** Parts of an entry in the register say what they are. */
const labelled = (field: string, value: string): string =>
  field.startsWith('registryData.') && field !== 'registryData.province'
    ? `${text(`company.field.${field}`).toLowerCase()} ${value}`
    : value
const joinOf = (fields: readonly string[]): string => (fields[0]?.includes('.') ? ', ' : ' ')
/** A field's name as on the wire. */
const snakeName = (field: string): string => field.split('.').map(snakeKey).join('.')

type SectionOptions = { isMasked: boolean; checks: readonly Check[] }

export const enterpriseSection = (values: Values<EnterpriseField>, options: SectionOptions): ReviewSection => ({
  title: text('dossier.enterprise'),
  facts: factsOf(enterpriseFacts, values, {
    ...options,
    step: 'enterprise',
    stepOf: (field) => (field === 'ownershipType' ? 'ownership' : 'enterprise'),
  }),
})

export const profileSection = (values: Values<ProfileField>, options: SectionOptions): ReviewSection => ({
  title: text('dossier.profile'),
  facts: factsOf(profileFacts, values, { ...options, step: 'profile' }),
})

export function ownerSection(values: Values<OwnerField>, options: SectionOptions): ReviewSection {
  const name = `${values.firstName ?? ''} ${values.lastName ?? ''}`.trim()
  return {
    title: text('dossier.owner', { name: options.isMasked ? maskName(name) : name }),
    facts: factsOf(ownerFacts, values, { ...options, step: 'owner' }),
  }
}
