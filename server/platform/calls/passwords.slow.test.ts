import { expect, it } from 'vitest'
import { testHash } from '../../testing/testFixture.ts'
import { productCost } from '../database/passwordCost.ts'
import { makePasswords } from './passwords.ts'
import { Refusal } from './refusal.ts'

const { hash, matches } = makePasswords(productCost)

it('hash uses argon2id, 19 MiB and two passes, with a fresh salt', async () => {
  const [first, second] = await Promise.all([hash('cuatro caballos'), hash('cuatro caballos')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(first).not.toBe(second)
  expect(await matches('cuatro caballos', first)).toBe(true)
  expect(await matches('cuatro Caballos', first)).toBe(false)
})

it('matches reads the cost from the stored hash', async () => {
  expect(await matches('x', testHash('x', { memory: 64, passes: 3 }))).toBe(true)
})

it.each([null, '', 'plain', '$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA', '$2b$10$abcdefghijklmnopqrstuv'])(
  'matches never matches a malformed hash: %s',
  async (stored) => {
    expect(await matches(stored ?? '', stored)).toBe(false)
  },
)

it('the queue serves known callers before strangers that came earlier', async () => {
  const stored = testHash('x', { memory: 64, passes: 3 })
  const order: string[] = []
  const ask = (priority: 'known' | 'stranger') => matches('x', stored, { priority }).then(() => order.push(priority))
  const strangers = Array.from({ length: 40 }, () => ask('stranger'))
  await ask('known')
  const before = order.indexOf('known')
  await Promise.all(strangers)
  // It begins after the two that were running and before the 38 that waited; on a busy machine some that began after it end before it.
  expect(before).toBeLessThan(20)
})

it('the queue refuses strangers when sixty wait, and still serves known callers', async () => {
  const stored = testHash('x', { memory: 64, passes: 3 })
  const strangers = Promise.allSettled(Array.from({ length: 80 }, () => matches('x', stored, { priority: 'stranger' })))
  expect(await matches('x', stored)).toBe(true)
  const results = await strangers
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(18)
})

it('a full queue refuses further requests', async () => {
  const stored = testHash('x', { memory: 64, passes: 3 })
  const results = await Promise.allSettled(Array.from({ length: 130 }, () => matches('x', stored)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(28)
  expect(refused.every(({ reason }) => reason instanceof Refusal && reason.type === 'TooManyRequests')).toBe(true)
  expect(await matches('x', stored)).toBe(true)
})
