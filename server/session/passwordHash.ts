import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { argon2Cost, phcText } from '../db/phcText.ts'
import { Refusal } from '../http/refusal.ts'

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number }

const derive = promisify(argon2)
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,128})$/

// Two at a time: a flood of sign-ins must leave threads and memory to everybody else.
const most = { running: 2, waiting: 100 }
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most.running) {
    if (waiting.length >= most.waiting) throw new Refusal('TooManyRequests', { retryAfterSeconds: 3 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The turn is handed on; only when nobody waits is it given back.
    if (next) next()
    else running -= 1
  }
}

const digest = (password: string, salt: Buffer, cost: Cost, pepper?: Buffer): Promise<Buffer> =>
  inTurn(() => derive('argon2id', { ...cost, message: password, nonce: salt, ...(pepper && { secret: pepper }) }))

/**
 * The password's argon2id hash as a PHC string with a fresh salt. Takes about 30 ms of a thread of its own. `pepper`: a key that does not rest beside
 * the hash, for what is short enough to be tried out.
 */
export async function hashPassword(password: string, pepper?: Buffer): Promise<string> {
  const salt = randomBytes(16)
  return phcText(salt, await digest(password, salt, argon2Cost, pepper))
}

/** Whether a password is the stored one. `null` (nobody, or no password yet) costs the same work and is never equal. */
export async function passwordMatches(password: string, stored: string | null, pepper?: Buffer): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored ?? '') ?? []
  if (memory === undefined) {
    await digest(password, randomBytes(16), argon2Cost, pepper)
    return false
  }
  const expected = Buffer.from(tag, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length }
  const actual = await digest(password, Buffer.from(salt, 'base64'), cost, pepper)
  return timingSafeEqual(actual, expected)
}
