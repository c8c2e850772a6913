import { expect, it } from 'vitest'
import { Refusal } from '../http/refusal.ts'
import { testHash } from '../http/testFixture.ts'
import { hashPassword, passwordMatches } from './passwordHash.ts'

it('hashes with argon2id, 19 MiB and two passes, never twice alike', async () => {
  const [one, two] = await Promise.all([hashPassword('cuatro caballos'), hashPassword('cuatro caballos')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await passwordMatches('cuatro caballos', one)).toBe(true)
  expect(await passwordMatches('cuatro Caballos', one)).toBe(false)
})

it('reads the cost from the stored hash', async () => {
  expect(await passwordMatches('x', testHash('x', 64, 3))).toBe(true)
})

it.each([null, '', 'plain', '$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA', '$2b$10$abcdefghijklmnopqrstuv'])(
  'never matches what is no argon2id hash: %s',
  async (stored) => {
    expect(await passwordMatches(stored ?? '', stored)).toBe(false)
  },
)

it('turns a flood away instead of queueing it without end', async () => {
  const stored = await hashPassword('x')
  const results = await Promise.allSettled(Array.from({ length: 130 }, () => passwordMatches('x', stored)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(28)
  expect(refused.every(({ reason }) => reason instanceof Refusal && reason.type === 'TooManyRequests')).toBe(true)
  expect(await passwordMatches('x', stored)).toBe(true)
})
