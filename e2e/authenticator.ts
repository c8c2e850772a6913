import { createHmac } from 'node:crypto'
import { codeOf, stepBytes, stepOf } from '#domain/access/totp'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** An authenticator app with a secret in base32. Each code differs from those before, because a code is accepted once: at most two within half a minute. `now`: the clock of the app. */
export function authenticator(secret: string, now = () => new Date()): () => string {
  let last = 0
  return () => {
    last = Math.max(stepOf(now()), last + 1)
    return codeOf(createHmac('sha1', bytesOf(secret)).update(stepBytes(last)).digest())
  }
}
