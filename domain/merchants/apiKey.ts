/** `public` is embedded in the shop's pages and shows plans; `private` stays on its server and sells. */
export type KeyKind = 'public' | 'private'
export type KeyMode = 'live' | 'sandbox'
type KeyState = 'active' | 'grace' | 'revoked'

/** A key is a prefix of eight characters and as many random ones (docs/domain.md#api-keys). */
const randomLength = 32
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** For how many hours both keys are valid during a rotation; the second is preselected (docs/domain.md#api-keys). */
export const overlapHours = [0, 24, 72, 168] as const
export type OverlapHours = (typeof overlapHours)[number]
export const defaultOverlapHours: OverlapHours = 24

const kinds = { pk: 'public', sk: 'private' } as const
const modes = { live: 'live', test: 'sandbox' } as const
const pattern = /^(pk|sk)_(live|test)_[0-9A-Za-z]{32}$/

/** The kind and mode of a key, by its prefix; null when malformed. */
export function describeKey(token: string): { kind: KeyKind; mode: KeyMode } | null {
  const match = pattern.exec(token)
  if (match === null) return null
  const [, kind, mode] = match as unknown as [string, keyof typeof kinds, keyof typeof modes] // the pattern allows nothing else
  return { kind: kinds[kind], mode: modes[mode] }
}

/** Letters and digits from random bytes, of which biased ones are skipped. @throws RangeError when the bytes run out: give twice as many */
export function lettersFrom(bytes: Uint8Array, length: number): string {
  const unbiased = Math.floor(256 / alphabet.length) * alphabet.length
  const drawn = [...bytes].filter((byte) => byte < unbiased).slice(0, length)
  if (drawn.length < length) throw new RangeError('too few random bytes for a key')
  return drawn.map((byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** A key from 64 random bytes: `sk_live_…`, 40 characters of `[A-Za-z0-9_]`. */
export const keyFrom = (kind: KeyKind, mode: KeyMode, bytes: Uint8Array): string =>
  `${kind === 'public' ? 'pk' : 'sk'}_${mode === 'live' ? 'live' : 'test'}_${lettersFrom(bytes, randomLength)}`

/** A key's state at `now`. `endsAt`: the first instant at which it is invalid; null: no end. */
export function keyStateAt({ endsAt }: { endsAt: Date | null }, now: Date): KeyState {
  if (endsAt === null) return 'active'
  return endsAt > now ? 'grace' : 'revoked'
}

/** At most two keys of a kind are valid at once: while both are, there is no third (docs/domain.md#api-keys). */
export function mayRenew(keys: readonly { endsAt: Date | null }[], now: Date): boolean {
  return keys.filter((key) => keyStateAt(key, now) !== 'revoked').length < 2
}

/** After how long without calls a key counts as unused. */
export const silentMs = 3_600_000

/** Whether nobody has called with a key for an hour. `since`: from when use is recorded, so that a shorter observation proves nothing. */
export function isSilent({ lastUsedAt, since }: { lastUsedAt: Date | null; since: Date }, now: Date): boolean {
  return now.getTime() - Math.max(lastUsedAt?.getTime() ?? 0, since.getTime()) >= silentMs
}
