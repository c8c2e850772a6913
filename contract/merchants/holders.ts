import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, owners } from '../platform/policy.ts'
import { hexId, properName, revision } from '../platform/values.ts'

/** A part of a company: whose, and of which company; basis points of that company. */
const holder = z.strictObject({
  /** Chosen by whoever writes: what is a part of it names it. */
  id: hexId,
  /** Null: of the account's own company. */
  parentId: z.nullable(hexId),
  kind: z.enum(['person', 'company']),
  name: properName(120),
  share: z.int().check(z.minimum(1), z.maximum(10_000)),
})
const holders = z.array(holder).check(z.maxLength(60))

/** Who holds which part of the company, companies and theirs included, in the order of its page. */
export const holderList = endpoint({
  name: 'holderList',
  method: 'GET',
  path: '/v2/enterprise/holders',
  summary: 'Quién tiene cada parte de la empresa',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  answers: { 200: z.strictObject({ holders, revision }) },
  refusals: [],
})

/** All of them at once, in place of those of before. Refused unless every company that is told of is told to all of its 100 %. */
export const holderSave = endpoint({
  name: 'holderSave',
  method: 'POST',
  path: '/v2/enterprise/holders',
  summary: 'Decir quién tiene cada parte de la empresa',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  body: z.strictObject({ holders, revision }),
  answers: { 200: z.strictObject({ holders, revision }) },
  refusals: ['SettingsStale'],
})
