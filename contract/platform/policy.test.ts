import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import * as declarations from '../declarations.ts'
import { endpoint } from './endpoint.ts'
import { calls } from '../index.ts'
import { changesShop, isMemberPolicy, operators } from './policy.ts'

const rest = { name: 'x', method: 'POST', path: '/v2/x', summary: '', body: z.object({}), answers: { 204: null }, refusals: [] } as const

test('a call without a field of its policy does not compile', () => {
  endpoint({ ...rest, policy: { ...changesShop, roles: operators, right: null, clock: 'wall' } })
  // @ts-expect-error -- without a clock
  endpoint({ ...rest, policy: { ...changesShop, roles: operators, right: null } })
  // @ts-expect-error -- without a right
  endpoint({ ...rest, policy: { ...changesShop, roles: operators, clock: 'wall' } })
  // @ts-expect-error -- empty
  endpoint(rest)
  // @ts-expect-error -- unknown right
  const unknown = endpoint({ ...rest, policy: { ...changesShop, roles: operators, right: 'refunds', clock: 'wall' } })
  expect(unknown.policy.roles).toBe(operators)
})

test('every declared call is exported under its own name', () => {
  const declared = Object.values<unknown>(declarations).filter((one) => typeof one === 'object' && one !== null && 'policy' in one)
  expect(calls).toHaveLength(declared.length)
})

test('a read-only right has only read-only calls', () => {
  const looking = calls.filter(({ policy }) => isMemberPolicy(policy) && policy.right?.endsWith(':read'))
  expect(looking.filter(({ method }) => method !== 'GET').map(({ name }) => name)).toEqual([])
})
