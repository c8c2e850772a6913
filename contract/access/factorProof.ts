import { z } from 'zod/mini'
import { plain } from '../platform/values.ts'

/** Bytes of the Web Authentication API, base64url. */
export const webBytes = (maxLength: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(maxLength))

/** Six digits of an authenticator app, or a recovery code as written down. */
export const oneTimeCode = plain(40).check(z.minLength(6))

/** A passkey's assertion for a challenge (Web Authentication Level 3, §6.3.3). */
export const passkeyAnswer = z.strictObject({
  credentialId: webBytes(1364),
  authenticatorData: webBytes(2048),
  clientData: webBytes(4096),
  signature: webBytes(2048),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>
