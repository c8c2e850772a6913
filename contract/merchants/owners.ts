import { z } from 'zod/mini'
import { countryCode, gaps, identity, postalAddress } from './company.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, owners } from '../platform/policy.ts'
import { hexId, instant, specifiedRevision } from '../platform/values.ts'

/** The owners of a company (docs/domain.md#people-and-companies). */
const ownerFields = {
  ...identity,
  countryOfResidence: countryCode,
  /** Basis points of the company: 5000 = 50 %. */
  percentage: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))),
  controlType: z.nullable(z.enum(['ownership', 'voting', 'administrator', 'other'])),
  isSignatory: z.boolean(),
}

export const ownerBody = z.partial(z.strictObject({ ...ownerFields, address: z.partial(z.strictObject(postalAddress)) }))
export const owner = z.strictObject({
  id: hexId,
  ...ownerFields,
  firstName: z.string(),
  lastName: z.string(),
  address: z.strictObject(postalAddress),
  created: instant,
  gaps,
  revision: specifiedRevision,
})
export type Owner = z.output<typeof owner>

/** The company's owners, oldest first, and the problems of the whole. */
export const ownerList = endpoint({
  name: 'ownerList',
  method: 'GET',
  path: '/v2/enterprise/owners',
  summary: 'Titulares reales de la empresa',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  answers: {
    200: z.strictObject({
      owners: z.array(owner),
      /** Of the whole, by `domain/merchants/company/ownership.ts`; empty when there are none. */
      problems: z.array(z.strictObject({ code: z.string(), message: z.string() })),
      /** Basis points without a stated owner. */
      undeclared: z.int(),
    }),
  },
  refusals: [],
})

export const ownerCreate = endpoint({
  name: 'ownerCreate',
  method: 'POST',
  path: '/v2/enterprise/owners',
  summary: 'Añadir un titular',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  body: ownerBody,
  answers: { 201: owner },
  refusals: ['OwnerNotAllowed'],
})

export const ownerUpdate = endpoint({
  name: 'ownerUpdate',
  method: 'PATCH',
  path: '/v2/enterprise/owners/{ownerId}',
  summary: 'Cambiar un titular',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  body: z.extend(ownerBody, { revision: specifiedRevision }),
  answers: { 200: owner },
  refusals: ['OwnerNotAllowed', 'SettingsStale'],
})

export const ownerDelete = endpoint({
  name: 'ownerDelete',
  method: 'DELETE',
  path: '/v2/enterprise/owners/{ownerId}',
  summary: 'Quitar un titular',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  answers: { 204: null },
  refusals: [],
})
