import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, owners, withoutSession } from '../platform/policy.ts'
import { date, documentText, phoneText, plain, postcodeText, specifiedRevision, typedText } from '../platform/values.ts'

/** The owner of an account as a person, and its company (docs/domain.md#people-and-companies). */

const text = (max: number) => z.nullable(typedText(max))
const day = z.nullable(date)
const yes = z.nullable(z.boolean())
export const countryCode = z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/)))
const documentType = z.nullable(z.enum(['nif', 'nie', 'passport']))
const activityCode = z.nullable(z.string().check(z.regex(/^\d{2}$/)))

/** A missing or invalid field of a form: its name on the wire, a code, and the message ready to show. */
export const gap = z.strictObject({ field: z.string(), code: z.string(), message: z.string() })
export const gaps = z.array(gap)

export const postalAddress = {
  street: text(120),
  addressAddition: text(60),
  city: text(80),
  state: text(60),
  country: countryCode,
  postcode: z.nullable(postcodeText),
}
export const identity = {
  firstName: text(60),
  lastName: text(80),
  documentType,
  documentNumber: z.nullable(documentText),
  birthday: day,
  nationality: countryCode,
  isPep: yes,
}
const profileFields = {
  ...identity,
  phone: z.nullable(phoneText),
  landline: z.nullable(phoneText),
  jobTitle: text(60),
  isLegalRepresentative: yes,
  tradeName: text(80),
  businessActivity: activityCode,
  cnae: text(5),
  iaeEpigraph: text(8),
  startDate: day,
}
const enterpriseFields = {
  name: text(120),
  tradeName: text(80),
  cif: z.nullable(documentText),
  legalForm: z.nullable(z.enum(['sl', 'slu', 'sa', 'sau', 'sll', 'coop', 'cb', 'sc', 'asociacion', 'fundacion', 'otra'])),
  incorporationDate: day,
  businessActivity: activityCode,
  cnae: text(5),
  phone: z.nullable(phoneText),
  website: z.nullable(plain(200)),
  annualRevenueBand: z.nullable(z.enum(['<100k', '100k-500k', '500k-2m', '2m-10m', '>10m'])),
  employeesBand: z.nullable(z.enum(['1-9', '10-49', '50-249', '250+'])),
  ownershipType: z.nullable(z.enum(['full', 'majority', 'minority'])),
  isListed: z.boolean(),
}
const registry = { province: text(60), volume: text(20), page: text(20), sheet: text(20) }
/** Any part of a profile; empty values delete. */
export const profileBody = z.partial(z.strictObject({ ...profileFields, address: z.partial(z.strictObject(postalAddress)) }))
export const profileView = z.strictObject({
  ...profileFields,
  firstName: z.string(),
  lastName: z.string(),
  address: z.strictObject(postalAddress),
  gaps,
  revision: specifiedRevision,
})
export type ProfileView = z.output<typeof profileView>

export const enterpriseBody = z.partial(
  z.strictObject({
    ...enterpriseFields,
    registryData: z.partial(z.strictObject(registry)),
    address: z.partial(z.strictObject(postalAddress)),
  }),
)
export const enterpriseView = z.strictObject({
  ...enterpriseFields,
  name: z.string(),
  registryData: z.strictObject(registry),
  address: z.strictObject(postalAddress),
  gaps,
  revision: specifiedRevision,
})
export type EnterpriseView = z.output<typeof enterpriseView>

/** The owner as a person; before anything was saved, with the user's names and null for the rest. */
export const profile = endpoint({
  name: 'profile',
  method: 'GET',
  path: '/v2/profile',
  summary: 'Datos personales del titular',
  policy: { ...ofAccount, roles: owners, right: 'company', withoutFactor: 'allowed' },
  providerApi: true,
  answers: { 200: profileView },
  refusals: [],
})

/** The complete profile: missing fields are refused. */
export const profileCreate = endpoint({
  name: 'profileCreate',
  method: 'POST',
  path: '/v2/profile',
  summary: 'Dar los datos personales completos',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  body: profileBody,
  answers: { 200: profileView },
  refusals: [],
})

/** Any part of it. During onboarding it may stay incomplete; afterwards required fields cannot be emptied. */
export const profileUpdate = endpoint({
  name: 'profileUpdate',
  method: 'PATCH',
  path: '/v2/profile',
  summary: 'Cambiar datos personales',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  body: z.extend(profileBody, { revision: specifiedRevision }),
  answers: { 200: profileView },
  refusals: ['SettingsStale'],
})

/** The company of an enterprise account; a self-employed one has none. */
export const enterprise = endpoint({
  name: 'enterprise',
  method: 'GET',
  path: '/v2/enterprise',
  summary: 'Datos de la empresa',
  policy: { ...ofAccount, roles: owners, right: 'company', withoutFactor: 'allowed' },
  providerApi: true,
  answers: { 200: enterpriseView },
  refusals: [],
})

export const enterpriseCreate = endpoint({
  name: 'enterpriseCreate',
  method: 'POST',
  path: '/v2/enterprise',
  summary: 'Dar los datos completos de la empresa',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  body: enterpriseBody,
  answers: { 200: enterpriseView },
  refusals: [],
})

export const enterpriseUpdate = endpoint({
  name: 'enterpriseUpdate',
  method: 'PATCH',
  path: '/v2/enterprise',
  summary: 'Cambiar datos de la empresa',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  body: z.extend(enterpriseBody, { revision: specifiedRevision }),
  answers: { 200: enterpriseView },
  refusals: ['SettingsStale'],
})

/** A business activity with its usual codes of CNAE-2025; `words` are everyday ones to find it by. */
export const businessActivities = endpoint({
  name: 'businessActivities',
  method: 'GET',
  path: '/v2/business-activity',
  summary: 'Actividades de negocio',
  policy: { ...withoutSession, bearer: 'ignored' },
  providerApi: true,
  answers: {
    200: z.array(
      z.strictObject({
        code: z.string(),
        name: z.string(),
        cnae: z.array(z.string()),
        words: z.array(z.string()),
        riskLevel: z.enum(['low', 'medium', 'high', 'prohibited']),
        allowed: z.boolean(),
      }),
    ),
  },
  refusals: [],
})
