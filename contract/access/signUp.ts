import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { newAccount } from '../merchants/newAccount.ts'
import { withoutSession } from '../platform/policy.ts'
import { hexId } from '../platform/values.ts'

const oneTimeToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * Asks for an account: an e-mail with a link goes to the address, whether it is known or not. Not found where merchants come by invitation only
 * (`SIGN_UP`).
 */
export const signUpRequest = endpoint({
  name: 'signUpRequest',
  method: 'POST',
  path: '/v2/sign-up',
  summary: 'Pedir una cuenta para vender a plazos',
  policy: { ...withoutSession, bearer: 'ignored' },
  body: z.strictObject(newAccount),
  answers: { 204: null },
  refusals: [],
})

/** Uses the e-mailed link: creates the account, and answers with the invitation of its owner, who sets a password with it. Refuses with InvalidToken. */
export const signUpConfirm = endpoint({
  name: 'signUpConfirm',
  method: 'POST',
  path: '/v2/{uuid}/sign-up',
  summary: 'Confirmar el correo de una cuenta nueva',
  policy: { ...withoutSession, bearer: 'ignored' },
  body: z.strictObject({ token: oneTimeToken }),
  answers: { 200: z.strictObject({ uuid: hexId, token: z.string() }) },
  refusals: [],
  neverStore: true,
})
