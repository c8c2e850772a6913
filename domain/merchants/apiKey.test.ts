import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeKey, isSilent, keyFrom, keyStateAt, mayRenew, silentMs } from './apiKey.ts'

const kind = fc.constantFrom('public', 'private')
const mode = fc.constantFrom('live', 'sandbox')
const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 }).filter((all) => all.filter((byte) => byte < 248).length >= 32)
const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })

describe('a key', () => {
  it('has a prefix that says its kind and mode', () => {
    fc.assert(
      fc.property(kind, mode, bytes, (whose, where, random) => {
        const token = keyFrom(whose, where, random)
        expect(token).toHaveLength(40)
        expect(token).toMatch(/^[A-Za-z0-9_]+$/)
        expect(describeKey(token)).toEqual({ kind: whose, mode: where })
      }),
    )
  })

  it('matches only itself', () => {
    const token = keyFrom('private', 'live', new Uint8Array(64))
    for (const wrong of [
      '',
      token.slice(1),
      `${token}0`,
      `${token}\n`,
      token.replace('sk', 'rk'),
      token.replace('live', 'Live'),
      'ñ'.repeat(40),
    ])
      expect(describeKey(wrong), wrong).toBeNull()
  })

  it('uses every character equally: biased bytes are skipped', () => {
    const first = [
      ...keyFrom(
        'public',
        'live',
        Uint8Array.from({ length: 256 }, (_, at) => 255 - at),
      ),
    ].slice(8)
    expect(first[0]).toBe('z')
    expect(() => keyFrom('public', 'live', new Uint8Array(64).fill(250))).toThrow(RangeError)
  })
})

describe('the lifecycle of keys', () => {
  it('ends at an instant, which is excluded', () => {
    const endsAt = new Date('2026-11-22T12:00:00Z')
    expect(keyStateAt({ endsAt: null }, endsAt)).toBe('active')
    expect(keyStateAt({ endsAt }, new Date(endsAt.getTime() - 1))).toBe('grace')
    expect(keyStateAt({ endsAt }, endsAt)).toBe('revoked')
  })

  it('never has three valid keys of a kind', () => {
    fc.assert(
      fc.property(fc.array(fc.option(instant), { maxLength: 6 }), instant, (ends, now) => {
        const working = ends.filter((endsAt) => endsAt === null || endsAt > now).length
        expect(
          mayRenew(
            ends.map((endsAt) => ({ endsAt })),
            now,
          ),
        ).toBe(working < 2)
      }),
    )
  })

  it('calls a key silent after an hour, counted from when use is recorded', () => {
    const now = new Date('2026-11-22T12:00:00Z')
    const ago = (ms: number) => new Date(now.getTime() - ms)
    expect(isSilent({ lastUsedAt: ago(silentMs), since: ago(silentMs * 5) }, now)).toBe(true)
    expect(isSilent({ lastUsedAt: ago(silentMs - 1), since: ago(silentMs * 5) }, now)).toBe(false)
    expect(isSilent({ lastUsedAt: null, since: ago(60_000) }, now)).toBe(false)
    expect(isSilent({ lastUsedAt: null, since: ago(silentMs) }, now)).toBe(true)
  })
})
