import type { Outbound } from './outbound.ts'
import { encryptPush, type PushKeys } from './pushEncryption.ts'
import { vapidOf } from './vapid.ts'

/** A push subscription. */
type PushSubscription = PushKeys & { endpoint: string }

type PushMessage = {
  text: string
  /** TTL: how long the push service keeps it for an offline device. */
  lifeSeconds: number
  urgency: 'normal' | 'high'
  /** Replaces an undelivered message with the same topic (RFC 8030 §5.4): 32 characters of base64url at most. */
  topic: string
  now: Date
}

/** `expired`: the subscription is no longer valid; `dropped`: this message was refused; `retry`: it may be sent again later. */
type PushOutcome = 'sent' | 'expired' | 'dropped' | 'retry'

/** Sends through browsers' push services (RFC 8030). Their URLs are untrusted: anybody can enter any address as one. */
export type WebPush = {
  /** The applicationServerKey of subscriptions: an uncompressed P-256 point, base64url. */
  publicKey: string
  /** Which field of a subscription is invalid, judged without calling it; null: none. */
  problemOf(device: PushSubscription): 'endpoint' | 'p256dh' | null
  /**
   * Never connects to a private address, and takes at most ten seconds. Throws for text that does not fit into one record, and for keys that
   * `problemOf` refuses.
   */
  send(device: PushSubscription, message: PushMessage): Promise<PushOutcome>
}

const timeoutMs = 10_000
/** A URL that may not be called is not a push service's. */
const addressProblems: readonly string[] = ['private_address', 'needs_tls', 'malformed']

type Sender = { privateKey: string; /** The contact for push services' operators, `mailto:` or `https:`. */ subject: string }

export function makeWebPush({ privateKey, subject }: Sender, outbound: Pick<Outbound, 'send' | 'addressProblem'>): WebPush {
  const vapid = vapidOf(privateKey)
  return {
    publicKey: vapid.publicKey,
    problemOf(device) {
      if (outbound.addressProblem(device.endpoint, 'live') !== null) return 'endpoint'
      return canEncrypt(device) ? null : 'p256dh'
    },
    async send(device, { text, lifeSeconds, urgency, topic, now }) {
      if (!URL.canParse(device.endpoint)) return 'expired'
      const result = await outbound.send({
        url: device.endpoint,
        mode: 'live',
        timeoutMs,
        headers: {
          authorization: vapid.authorization(device.endpoint, subject, now),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(lifeSeconds),
          urgency,
          topic,
        },
        body: encryptPush(text, device),
      })
      if ('failure' in result) return addressProblems.includes(result.failure) ? 'expired' : 'retry'
      return outcomeOf(result.status)
    },
  }
}

function canEncrypt(keys: PushKeys): boolean {
  try {
    return encryptPush('', keys).length > 0
  } catch {
    return false
  }
}

/**
 * The meaning of a push service's status (RFC 8030 §5, §7.3). Redirects are not followed. Our key refused (RFC 8292 §4.2): the subscription was made
 * with an earlier key of ours and stays invalid, so the user is offered notifications on that device again.
 */
function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if ([401, 403, 404, 410].includes(status)) return 'expired'
  return status === 408 || status === 429 || status >= 500 ? 'retry' : 'dropped'
}
