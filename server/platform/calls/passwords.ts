import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { phcText, type PasswordCost } from '../database/passwordCost.ts'
import { countPasswordHash } from '../metrics/metrics.ts'
import { Refusal } from './refusal.ts'

const derive = promisify(argon2)
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,128})$/

/** Who asks for a hash: somebody with a session, a known device or a valid link of ours, or anybody. */
type Priority = 'known' | 'stranger'

// Of this process, whose threads and memory all callers share: two at a time leave threads and memory for everything else; known callers never wait behind strangers.
const limits = { running: 2, waiting: { known: 100, stranger: 60 } }
let running = 0
const waiting: Record<Priority, (() => void)[]> = { known: [], stranger: [] }

async function withSlot<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
  if (running >= limits.running) {
    if (waiting[priority].length >= limits.waiting[priority]) throw new Refusal('TooManyRequests', { retryAfterSeconds: 3 })
    await new Promise<void>((resolve) => waiting[priority].push(resolve))
  } else {
    running += 1
  }
  countPasswordHash()
  try {
    return await work()
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift()
    // The slot is handed to the next waiter; it is freed only when nobody waits.
    if (next) next()
    else running -= 1
  }
}

type Digest = { password: string; salt: Buffer; cost: PasswordCost; pepper?: Buffer | undefined; priority: Priority }

const digest = ({ password, salt, cost, pepper, priority }: Digest): Promise<Buffer> =>
  withSlot(priority, () => derive('argon2id', { ...cost, message: password, nonce: salt, ...(pepper && { secret: pepper }) }))

/** Hashes of passwords and PINs, with argon2id. `pepper`: a secret key stored apart from the hash, for inputs short enough for brute force. */
export type Passwords = {
  /** A PHC string with a fresh salt. Takes about 30 ms on a thread of the pool. */
  hash(password: string, pepper?: Buffer): Promise<string>
  /**
   * Whether a password matches the stored hash, at the cost that it was stored with. `null` (no such person, or no password yet) costs the same work and
   * never matches. Strangers are served after all known callers. Refuses with TooManyRequests when too many wait.
   */
  matches(password: string, stored: string | null, options?: { pepper?: Buffer; priority?: Priority }): Promise<boolean>
}

/** `cost`: of new hashes, and of looking for somebody who does not exist. */
export const makePasswords = (cost: PasswordCost): Passwords => ({
  async hash(password, pepper) {
    const salt = randomBytes(16)
    return phcText(cost, salt, await digest({ password, salt, cost, pepper, priority: 'known' }))
  },
  async matches(password, stored, { pepper, priority = 'known' } = {}) {
    const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored ?? '') ?? []
    if (memory === undefined) {
      await digest({ password, salt: randomBytes(16), cost, pepper, priority })
      return false
    }
    const expected = Buffer.from(tag, 'base64')
    const storedCost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length }
    const actual = await digest({ password, salt: Buffer.from(salt, 'base64'), cost: storedCost, pepper, priority })
    return timingSafeEqual(actual, expected)
  },
})
