import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, owners } from '../platform/policy.ts'
import { hexId, properName, revision } from '../platform/values.ts'

/** A share of a company, in basis points of that company. */
const holder = z.strictObject({
  /** Chosen by the client, so that holders can refer to it as their parent. */
  id: hexId,
  /** Null: of the account's own company. */
  parentId: z.nullable(hexId),
  kind: z.enum(['person', 'company']),
  name: properName(120),
  share: z.int().check(z.minimum(1), z.maximum(10_000)),
})
const holders = z.array(holder).check(z.maxLength(60))

/** The shareholding of the company, holders of its holders included, in the order of its page. */
export const holderList = endpoint({
  name: 'holderList',
  method: 'GET',
  path: '/v2/enterprise/holders',
  summary: 'Quién tiene cada parte de la empresa',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  answers: { 200: z.strictObject({ holders, revision }) },
  refusals: [],
})

/** Replaces the whole shareholding. Refused unless the stated shares of every company add up to 100 %. */
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
