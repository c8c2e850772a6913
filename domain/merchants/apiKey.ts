/** `public` stands in the shop's pages and shows plans; `private` stays on its server and sells. */
export type KeyKind = 'public' | 'private'
export type KeyMode = 'live' | 'sandbox'
type KeyState = 'active' | 'grace' | 'revoked'

/** Characters of a key: eight that say what it opens, 32 that nobody can guess (docs/domain.md#api-keys). */
export const keyLength = 40
const randomLength = 32
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** For how many hours both keys can work while the shop changes over; the second is preselected (docs/domain.md#api-keys). */
export const overlapHours = [0, 24, 72, 168] as const
export type OverlapHours = (typeof overlapHours)[number]
export const usualOverlapHours: OverlapHours = 24

const kinds = { pk: 'public', sk: 'private' } as const
const modes = { live: 'live', test: 'sandbox' } as const
const pattern = /^(pk|sk)_(live|test)_[0-9A-Za-z]{32}$/

/** What a key opens, told by its own beginning; null when it is none. */
export function describeKey(token: string): { kind: KeyKind; mode: KeyMode } | null {
  const match = pattern.exec(token)
  if (match === null) return null
  const [, kind, mode] = match as unknown as [string, keyof typeof kinds, keyof typeof modes] // the pattern lets nothing else through
  return { kind: kinds[kind], mode: modes[mode] }
}

/**
 * A key from random bytes: `sk_live_…`, 40 characters of `[A-Za-z0-9_]`. Bytes that would make some characters likelier are passed over.
 * @throws RangeError when the bytes run out: give 64
 */
export function keyFrom(kind: KeyKind, mode: KeyMode, bytes: Uint8Array): string {
  const fair = Math.floor(256 / alphabet.length) * alphabet.length
  const drawn = [...bytes].filter((byte) => byte < fair).slice(0, randomLength)
  if (drawn.length < randomLength) throw new RangeError('too few random bytes for a key')
  const random = drawn.map((byte) => alphabet.charAt(byte % alphabet.length)).join('')
  return `${kind === 'public' ? 'pk' : 'sk'}_${mode === 'live' ? 'live' : 'test'}_${random}`
}

/** What a key is by the clock. `endsAt`: the first instant at which it opens nothing; null: without end. */
export function keyStateAt({ endsAt }: { endsAt: Date | null }, now: Date): KeyState {
  if (endsAt === null) return 'active'
  return endsAt > now ? 'grace' : 'revoked'
}

/** No more than two keys of a kind work at once: while both do, there is no third (docs/domain.md#api-keys). */
export function mayRenew(keys: readonly { endsAt: Date | null }[], now: Date): boolean {
  return keys.filter((key) => keyStateAt(key, now) !== 'revoked').length < 2
}

/** A key that was silent for so long is taken to be out of use. */
export const silentMs = 3_600_000

/** Whether nobody has called with a key for an hour. `since`: from when it is listened for, so that a moment's silence proves nothing. */
export function isSilent({ lastUsedAt, since }: { lastUsedAt: Date | null; since: Date }, now: Date): boolean {
  return now.getTime() - Math.max(lastUsedAt?.getTime() ?? 0, since.getTime()) >= silentMs
}
