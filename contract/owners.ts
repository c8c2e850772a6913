import { z } from 'zod/mini'
import { address, countryCode, gaps, identity } from './company.ts'
import { endpoint } from './endpoint.ts'
import { hexId, instant, typedText } from './values.ts'

/** Whom a company belongs to (domain model §3.3, §3.4). */
const ownerFields = {
  ...identity,
  countryOfResidence: countryCode,
  /** Basis points of the company: 5000 = 50 %. */
  percentage: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))),
  controlType: z.nullable(z.enum(['ownership', 'voting', 'administrator', 'other'])),
  isSignatory: z.boolean(),
}

export const ownerBody = z.partial(z.strictObject({ ...ownerFields, address: z.partial(z.strictObject(address)) }))
export const owner = z.strictObject({
  id: hexId,
  ...ownerFields,
  firstName: z.string(),
  lastName: z.string(),
  address: z.strictObject(address),
  created: instant,
  gaps,
})
export type Owner = z.output<typeof owner>

/** The company's owners, the oldest first, and whether they fit the kind of ownership. */
export const ownerList = endpoint({
  name: 'ownerList',
  method: 'GET',
  path: '/v2/enterprise/owners',
  summary: 'Titulares reales de la empresa',
  answers: {
    200: z.strictObject({
      owners: z.array(owner),
      /** Of the whole, by `domain/ownership.ts`; empty when they fit. */
      problems: z.array(z.strictObject({ code: z.string(), message: z.string() })),
      /** Basis points that nobody is told to own. */
      undeclared: z.int(),
    }),
  },
  refusals: [],
})

/** A part of a company: whose, and of which company; basis points of that company. */
const holder = z.strictObject({
  /** Chosen by whoever writes: what is a part of it names it. */
  id: hexId,
  /** Null: of the account's own company. */
  parentId: z.nullable(hexId),
  kind: z.enum(['person', 'company']),
  name: typedText(120),
  share: z.int().check(z.minimum(1), z.maximum(10_000)),
})
const holders = z.array(holder).check(z.maxLength(60))

/** Who holds which part of the company, companies and theirs included (product COM-9), in the order of its page. */
export const holderList = endpoint({
  name: 'holderList',
  method: 'GET',
  path: '/v2/enterprise/holders',
  summary: 'Quién tiene cada parte de la empresa',
  answers: { 200: z.strictObject({ holders }) },
  refusals: [],
})

/** All of them at once, in place of those of before. Refused unless every company that is told of is told to all of its 100 %. */
export const holderSave = endpoint({
  name: 'holderSave',
  method: 'POST',
  path: '/v2/enterprise/holders',
  summary: 'Decir quién tiene cada parte de la empresa',
  body: z.strictObject({ holders }),
  answers: { 200: z.strictObject({ holders }) },
  refusals: [],
})

export const ownerCreate = endpoint({
  name: 'ownerCreate',
  method: 'POST',
  path: '/v2/enterprise/owners',
  summary: 'Añadir un titular',
  body: ownerBody,
  answers: { 201: owner },
  refusals: ['OwnerNotAllowed'],
})

export const ownerUpdate = endpoint({
  name: 'ownerUpdate',
  method: 'PATCH',
  path: '/v2/enterprise/owners/{ownerId}',
  summary: 'Cambiar un titular',
  body: ownerBody,
  answers: { 200: owner },
  refusals: ['OwnerNotAllowed'],
})

export const ownerDelete = endpoint({
  name: 'ownerDelete',
  method: 'DELETE',
  path: '/v2/enterprise/owners/{ownerId}',
  summary: 'Quitar un titular',
  answers: { 204: null },
  refusals: [],
})
