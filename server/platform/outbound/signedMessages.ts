import { randomBytes } from 'node:crypto'
import type { Mode } from '../database/scope.ts'
import type { Outbound } from './outbound.ts'
import { secondsOf, signatureOf } from './signature.ts'
import { traceHeaders } from '../tracing/spans.ts'

// What addresses of shops and of the provider's own systems have in common: messages after Standard Webhooks 1.0.

const prefix = 'whsec_'
const secretBytes = 32

/** A new secret in the receiver's format: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/** An address, with its secrets as they are stored. */
export type SignedAddress = { url: string; secret: string; old_secret: string | null; old_secret_ends_at: Date | null }
/** `oldEndsAt`: until then the previous secret signs too. */
export type SigningSecrets = { current: string; old: string | null; oldEndsAt: Date | null }

/**
 * The signing secrets; null when the current one is sealed with a key that the server no longer has: receivers could not verify the signature. An old one that
 * is does not sign any more.
 */
export function openSecrets(seal: { open(sealed: string): string }, address: SignedAddress): SigningSecrets | null {
  const { secret, old_secret: old, old_secret_ends_at: oldEndsAt } = address
  const open = (sealed: string) => {
    try {
      return seal.open(sealed)
    } catch {
      return null
    }
  }
  const current = open(secret)
  return current === null ? null : { current, old: old === null ? null : open(old), oldEndsAt }
}

/** Concurrent requests to one address. */
const concurrency = 16
const timeoutMs = 10_000
/** How many characters of an answer are stored. */
const maxAnswerLength = 300

/** `id`: the header `webhook-id`, the same at every attempt. */
type SignedMessage = { id: string; body: string }
/** The result of an attempt. `status`: of the answer; null: there was none, and `problem` says why. */
type SignedAnswer = { ms: number; status: number | null; answer: string | null; problem: string | null }
type Sending = { outbound: Outbound; now: () => Date; vendor: string }
type Target = { url: string; mode: Mode; secrets: SigningSecrets }

/** Sends a message once. Never rejects. */
export async function sendSigned(
  { outbound, now, vendor }: Sending,
  { url, mode, secrets }: Target,
  message: SignedMessage,
): Promise<SignedAnswer> {
  const at = now()
  const { id, body } = message
  const { current, old, oldEndsAt } = secrets
  const signing = old !== null && oldEndsAt !== null && oldEndsAt > at ? [current, old] : [current]
  const result = await outbound.send({
    url,
    mode,
    timeoutMs,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `${vendor}-webhooks/1`,
      'webhook-id': id,
      'webhook-timestamp': String(secondsOf(at)),
      'webhook-signature': signatureOf(signing, { id, at, body }),
      ...traceHeaders(),
    },
  })
  if ('failure' in result) return { ms: result.ms, status: null, answer: null, problem: result.failure }
  return { ms: result.ms, status: result.status, answer: shownAnswer(result.body), problem: null }
}

/** The beginning of an answer, without control characters. */
const shownAnswer = (body: string): string =>
  body
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxAnswerLength)

/** Sends messages concurrently, in their order, as long as another one `mayBegin`. */
export async function sendEach<M, A>(messages: readonly M[], send: (message: M) => Promise<A>, mayBegin = () => true): Promise<A[]> {
  const attempts: A[] = []
  const queue = messages.values()
  const lane = async () => {
    for (const message of queue) {
      if (!mayBegin()) return
      attempts.push(await send(message))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return attempts
}
