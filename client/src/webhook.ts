import type { WebhookMessage } from './generated/webhookMessages.ts'
import { headerOf, NotVerified, type Received } from './received.ts'
import { toCamel } from './wire.ts'

export type WebhookOptions = {
  /** How far the sender's clock may be from yours; five minutes. What is older may be sent again by somebody who overheard it. */
  toleranceSeconds?: number
  now?: Date
}

/** A message with the id by which a repetition is known: the same may come twice, and a later one before it. */
export type Webhook = { id: string; message: WebhookMessage }

/**
 * Reads a message to an address of yours, signed after Standard Webhooks 1.0. Give both secrets while you change from one to the other. Of an
 * operation's messages the one with the highest `sequence` is the newest.
 * @throws NotVerified; TypeError for what is no secret
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
  // Anybody could sign with nothing.
  if (bytes.length === 0) throw new TypeError('This is no secret of a webhook: it is like whsec_…, as the panel showed it.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** The bytes of a text in base64; none when it is no such text. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function messageOf(body: string): WebhookMessage {
  try {
    return toCamel(JSON.parse(body)) as WebhookMessage // its sender knows our secret
  } catch {
    throw new NotVerified('What came is no message.')
  }
}
