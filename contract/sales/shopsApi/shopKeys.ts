import { z } from 'zod/mini'
import { shopCall } from '../../platform/shopCall.ts'

/** The public key of the calling private key's shop and mode: plugins verify their credentials with it. Never a private key. */
export const keyViewPublic = shopCall({
  name: 'keyViewPublic',
  method: 'GET',
  path: '/merchants/api-keys',
  summary: 'Clave pública de la tienda',
  policy: { key: 'privateKey', right: null },
  answers: { 200: z.strictObject({ publicApiKey: z.nullable(z.string()), sandbox: z.boolean() }) },
  refusals: [],
})
