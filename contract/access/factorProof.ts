import { z } from 'zod/mini'
import { plain } from '../platform/values.ts'

/** Bytes as the browser's own interface gives them, base64url. */
export const webBytes = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))

/** Six figures of the application, or a recovery code as it was written down. */
export const oneTimeCode = plain(40).check(z.minLength(6))

/** What a passkey answered to a challenge (Web Authentication Level 3, §6.3.3). */
export const passkeyAnswer = z.strictObject({
  credentialId: webBytes(1364),
  authenticatorData: webBytes(2048),
  clientData: webBytes(4096),
  signature: webBytes(2048),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>
