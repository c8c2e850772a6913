import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'

const lifeMs = 5 * 60_000

/** What an answer is for: one made to sign in is worth nothing where a passkey is being added. */
export type ChallengeFor = 'assert' | `add/${string}`

function seal(services: Services, purpose: ChallengeFor, head: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', services.config.sessionSecret, '', 'passkey challenge', 32))
  return createHmac('sha256', key).update(`${purpose}/`).update(head).digest()
}

/** Something to sign that carries its own end and our seal, so that asking for one writes nothing: base64url. */
export function makeChallenge(services: Services, purpose: ChallengeFor, now: Date): string {
  const head = Buffer.concat([Buffer.alloc(6), randomBytes(16)])
  head.writeUIntBE(now.getTime() + lifeMs, 0, 6)
  return Buffer.concat([head, seal(services, purpose, head)]).toString('base64url')
}

/** Whether a challenge is one of ours, for this and not over, and is answered for the first time. */
export async function takeChallenge(
  db: Connection,
  services: Services,
  purpose: ChallengeFor,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 54 || bytes.toString('base64url') !== challenge) return false
  const [head, mac] = [bytes.subarray(0, 22), bytes.subarray(22)]
  const endsAt = new Date(head.readUIntBE(0, 6))
  if (!timingSafeEqual(mac, seal(services, purpose, head)) || endsAt <= now) return false
  const first = await db.run(
    sql`insert into passkey_answers (challenge_hash, expires_at) values (${hash('sha256', bytes, 'buffer')}, ${endsAt}) on conflict do nothing`,
  )
  return first === 1
}

/** A challenge for whoever wants to sign in or confirm with a passkey; it names nobody and costs no row. */
export const passkeyChallenge: Handler<'passkeyChallenge'> = ({ services, now }) =>
  Promise.resolve({ challenge: makeChallenge(services, 'assert', now) })
