import type { WebhookMessage } from './generated/webhookMessages.ts'
import { headerOf, NotVerified, type Received } from './received.ts'
import { toCamel } from './wire.ts'

export type WebhookOptions = {
  /** Tolerance between the sender's clock and yours; five minutes. Older messages are refused, against replay. */
  toleranceSeconds?: number
  now?: Date
}

/** A message with its id, for deduplication: messages may be delivered twice, and out of order. */
export type Webhook = { id: string; message: WebhookMessage }

/**
 * Parses and verifies a webhook message, signed after Standard Webhooks 1.0. Pass both secrets while you rotate. Of an operation's messages the one with
 * the highest `sequence` is the newest.
 * @throws NotVerified; TypeError for an invalid secret
 */
export async function readWebhook(received: Received, secrets: string | readonly string[], options: WebhookOptions = {}): Promise<Webhook> {
  const { toleranceSeconds = 300, now = new Date() } = options
  const id = headerOf(received, 'webhook-id')
  const timestamp = headerOf(received, 'webhook-timestamp')
  const age = now.getTime() / 1_000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > toleranceSeconds) throw new NotVerified('The message is too old, or of a time to come.')
  const signatures = headerOf(received, 'webhook-signature')
    .split(' ')
    .flatMap((signature) => (signature.startsWith('v1,') ? [bytesOf(signature.slice(3))] : []))
  const text = encoder.encode(`${id}.${timestamp}.${received.body}`)
  for (const secret of [secrets].flat()) {
    const key = await importKey(secret)
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, text)) return { id, message: messageOf(received.body) }
  }
  throw new NotVerified('The signature fits no secret of this address.')
}

const encoder = new TextEncoder()

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  // An empty secret would let anybody sign.
  if (bytes.length === 0) throw new TypeError('Invalid webhook secret: expected whsec_…, as shown in the back office.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Decodes base64; empty for any other text. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function messageOf(body: string): WebhookMessage {
  try {
    return toCamel(JSON.parse(body)) as WebhookMessage // verified by its signature
  } catch {
    throw new NotVerified('What came is no message.')
  }
}
