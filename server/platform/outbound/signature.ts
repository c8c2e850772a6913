import { createHmac, timingSafeEqual } from 'node:crypto'
import { signedText } from '#domain/merchants/webhook'

const prefix = 'whsec_'

type Signed = { id: string; at: Date; body: string }

const signatureBy = (secret: string, text: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(text)
    .digest('base64')}`

/** The header `webhook-signature` of a message: one signature for each secret (Standard Webhooks 1.0). */
export function signatureOf(secrets: readonly string[], { id, at, body }: Signed): string {
  const text = signedText(id, secondsOf(at), body)
  return secrets.map((secret) => signatureBy(secret, text)).join(' ')
}

/** Unix time in whole seconds, for `webhook-timestamp`. */
export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000)

/** Tolerance between another server's clock and ours, in seconds. */
const toleranceSeconds = 300

type Received = { id: string; timestamp: string; signature: string; body: string }

/** Whether a message is signed with a secret, and of now (Standard Webhooks 1.0). */
export function isSigned({ id, timestamp, signature, body }: Received, secret: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(secondsOf(now) - Number(timestamp)) > toleranceSeconds) return false
  const expected = Buffer.from(signatureBy(secret, signedText(id, Number(timestamp), body)))
  return signature.split(' ').some((one) => {
    const candidate = Buffer.from(one)
    return candidate.length === expected.length && timingSafeEqual(candidate, expected)
  })
}
