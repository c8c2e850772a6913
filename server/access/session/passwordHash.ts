import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { argon2Cost, phcText } from '../../platform/database/phcText.ts'
import { countPasswordHash } from '../../platform/metrics/metrics.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number }

const derive = promisify(argon2)
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,128})$/

/** Who asks for a hash: somebody with a session, a known device or a valid link of ours, or anybody. */
type Priority = 'known' | 'stranger'

// Two at a time leave threads and memory for everything else; known callers never wait behind strangers.
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

type Digest = { password: string; salt: Buffer; cost: Cost; pepper?: Buffer | undefined; priority: Priority }

const digest = ({ password, salt, cost, pepper, priority }: Digest): Promise<Buffer> =>
  withSlot(priority, () => derive('argon2id', { ...cost, message: password, nonce: salt, ...(pepper && { secret: pepper }) }))

/**
 * The password's argon2id hash as a PHC string with a fresh salt. Takes about 30 ms on a thread of the pool. `pepper`: a secret key stored
 * apart from the hash, for inputs short enough for brute force.
 */
export async function hashPassword(password: string, pepper?: Buffer): Promise<string> {
  const salt = randomBytes(16)
  return phcText(salt, await digest({ password, salt, cost: argon2Cost, pepper, priority: 'known' }))
}

/**
 * Whether a password matches the stored hash. `null` (no such person, or no password yet) costs the same work and never matches. Strangers
 * are served after all known callers. Refuses with TooManyRequests when too many wait.
 */
export async function passwordMatches(
  password: string,
  stored: string | null,
  { pepper, priority = 'known' }: { pepper?: Buffer; priority?: Priority } = {},
): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored ?? '') ?? []
  if (memory === undefined) {
    await digest({ password, salt: randomBytes(16), cost: argon2Cost, pepper, priority })
    return false
  }
  const expected = Buffer.from(tag, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length }
  const actual = await digest({ password, salt: Buffer.from(salt, 'base64'), cost, pepper, priority })
  return timingSafeEqual(actual, expected)
}
