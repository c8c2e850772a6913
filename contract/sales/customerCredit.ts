import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { withoutSession } from '../platform/policy.ts'
import { amount, hexId, ibanText, properName } from '../platform/values.ts'

const path = '/v2/customer-credits/{creditId}'

/** What a customer is owed and cards do not take, as the customer sees it. Authorised by the token of the link that they were sent. */
export const customerCredit = z.strictObject({
  creditId: hexId,
  shop: z.strictObject({ name: z.string(), url: z.nullable(z.string()) }),
  /** What is transferred. */
  amount,
  /** `asked`: an account is needed; `given`: it was given, and the transfer is under way; `paid`: all of it was sent. */
  state: z.enum(['asked', 'given', 'paid']),
  /** The last four digits of the account that was given. */
  accountLast4: z.nullable(z.string()),
})
export type CustomerCreditView = z.output<typeof customerCredit>

export const customerCreditView = endpoint({
  name: 'customerCreditView',
  method: 'GET',
  path,
  summary: 'Lo que me deben de una compra',
  policy: { ...withoutSession, bearer: 'link' },
  answers: { 200: customerCredit },
  refusals: [],
})

/** The account to which it is transferred; once. */
export const customerCreditAccount = endpoint({
  name: 'customerCreditAccount',
  method: 'POST',
  path: `${path}/account`,
  summary: 'Decir en qué cuenta me devuelven el dinero',
  policy: { ...withoutSession, bearer: 'link' },
  body: z.strictObject({ iban: ibanText, holderName: properName(70) }),
  answers: { 200: customerCredit },
  refusals: ['StepNotAllowed'],
})
