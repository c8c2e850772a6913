import { createHmac, hash, randomBytes } from 'node:crypto'
import { base32, codeOf, skewSteps, stepBytes, stepOf } from '#domain/access/totp'
import { secretsMatch } from '../../platform/calls/token.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { type Secrets, withAny } from '../../platform/config/secrets.ts'
import { authenticatorCipher } from '../../platform/keys/storedSecrets.ts'

// What authenticator apps and recovery codes are, whoever uses them: members of accounts and the provider's staff.

/** As long as the HMAC's output (RFC 4226 §4, R6). */
const secretBytes = 20

export const newSecret = (): Buffer => randomBytes(secretBytes)

/** The time step near now whose code this is, as typed; undefined for none. */
export function timeStepOf(secret: Buffer, typed: string, now: Date): number | undefined {
  const digits = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const present = stepOf(now)
  for (let step = present - skewSteps; step <= present + skewSteps; step += 1) {
    if (secretsMatch(digits, codeOf(createHmac('sha1', secret).update(stepBytes(step)).digest()))) return step
  }
  return undefined
}

/** Encrypts a person's secret for storage, for this person (or link) alone. */
export const sealSecret = ([sessionSecret]: Secrets, ownerId: string, secret: Buffer): Buffer =>
  authenticatorCipher.encrypt(sessionSecret, ownerId, secret.toString('latin1'))

/** The secret, or undefined when it was encrypted with another key, for somebody else, or altered. */
export function openSecret(sessionSecrets: Secrets, ownerId: string, sealed: Buffer): Buffer | undefined {
  const secret = withAny(sessionSecrets, (one) => authenticatorCipher.decrypt(one, ownerId, sealed))
  return secret === undefined ? undefined : Buffer.from(secret, 'latin1')
}

/** The refusal of a wrong code, on its field. */
export const wrongCode = () =>
  new Refusal('ApiValidationException', { fields: [{ name: 'code', code: 'wrong', message: text('errors.field.code') }] })

/** How many recovery codes are created at once; 80 random bits each, so that a plain hash of them is safe to store. */
const recoveryCodeCount = 8

/** The stored hash of a recovery code as typed, bound to its person. Spaces, hyphens and case are ignored. */
export const recoveryCodeHash = (personId: string, typed: string): Buffer =>
  hash('sha256', `recovery/${personId}/${typed.toUpperCase().replace(/[^A-Z2-7]/g, '')}`, 'buffer')

/** New recovery codes, `ABCD-EFGH-IJKL-MNOP`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(10)).replace(/(.{4})(?=.)/g, '$1-'))
