import { createHmac, randomBytes } from 'node:crypto'
import { signedText } from '#domain/merchants/webhook'
import { sealOf } from '../../platform/calls/seal.ts'

const prefix = 'whsec_'
const secretBytes = 32

/** A new secret as the receiver keeps it: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export const newSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/** Closes and opens the secrets of one address under the server's own. */
export const secretSeal = (keySecret: string, webhookId: string) => sealOf(keySecret, `webhook ${webhookId}`)

/** Makes new secrets that nobody is shown, as they are kept: for demo data. */
export const sealedSecretOf =
  (keySecret: string) =>
  (webhookId: string): string =>
    secretSeal(keySecret, webhookId).close(newSecret())

/** What `webhook-signature` says of a message: one signature for each secret, each proven by itself (Standard Webhooks 1.0). */
export function signatureOf(secrets: readonly string[], { id, at, body }: { id: string; at: Date; body: string }): string {
  const text = signedText(id, secondsOf(at), body)
  return secrets
    .map((secret) =>
      createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
        .update(text)
        .digest('base64'),
    )
    .map((signature) => `v1,${signature}`)
    .join(' ')
}

/** Unix time in whole seconds, as `webhook-timestamp` says it. */
export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000)
