import type { Outbound } from './outbound.ts'
import { encryptPush, type PushKeys } from './pushEncryption.ts'
import { vapidOf } from './vapid.ts'

/** A device that is told, as its browser named it. */
type PushDevice = PushKeys & { endpoint: string }

type PushMessage = {
  words: string
  /** For so long the push service keeps it for a device that is off. */
  lifeSeconds: number
  urgency: 'normal' | 'high'
  /** What still waits under the same topic is replaced (RFC 8030 §5.4): 32 characters of base64url at most. */
  topic: string
  now: Date
}

/** `gone`: that device is told no more, by nobody; `dropped`: not this message; `waits`: it may be sent again later. */
type PushOutcome = 'sent' | 'gone' | 'dropped' | 'waits'

/** Sends to devices through their browsers' push services (RFC 8030), which may be hostile: anybody can name any address as one. */
export type WebPush = {
  /** What browsers subscribe under: an uncompressed P-256 point, base64url. */
  publicKey: string
  /** What of a device cannot be sent to, as far as can be told without calling it; null: nothing. */
  problemOf(device: PushDevice): 'endpoint' | 'p256dh' | null
  /**
   * Never goes to an address that is not public, and takes no longer than ten seconds. Throws for words that do not fit into one record and for keys that
   * `problemOf` would have named.
   */
  send(device: PushDevice, message: PushMessage): Promise<PushOutcome>
}

const timeoutMs = 10_000
/** An address that may not be called belongs to no browser. */
const noBrowsers: readonly string[] = ['private_address', 'needs_tls', 'malformed']

type Sender = { privateKey: string; /** Whom a push service's operator may write to, `mailto:` or `https:`. */ subject: string }

export function makeWebPush({ privateKey, subject }: Sender, outbound: Pick<Outbound, 'send' | 'addressProblem'>): WebPush {
  const vapid = vapidOf(privateKey)
  return {
    publicKey: vapid.publicKey,
    problemOf(device) {
      if (outbound.addressProblem(device.endpoint, 'live') !== null) return 'endpoint'
      return canEncrypt(device) ? null : 'p256dh'
    },
    async send(device, { words, lifeSeconds, urgency, topic, now }) {
      if (!URL.canParse(device.endpoint)) return 'gone'
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
        body: encryptPush(words, device),
      })
      if ('failure' in result) return noBrowsers.includes(result.failure) ? 'gone' : 'waits'
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
 * What a push service's answer means (RFC 8030 §5, §7.3). A redirect is followed nowhere. Our key refused (RFC 8292 §4.2): the device was told under
 * another one of ours and never comes back, so its person is offered notices there anew.
 */
function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if ([401, 403, 404, 410].includes(status)) return 'gone'
  return status === 408 || status === 429 || status >= 500 ? 'waits' : 'dropped'
}
