import { afterAll, beforeAll, expect, it } from 'vitest'
import fc from 'fast-check'
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/platform/endpoint'
import { calls } from '#contract/index'
import { passwordHashCount } from '../platform/metrics/metrics.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { around } from '../testing/testValues.ts'
import { toCamel } from '../platform/calls/wire.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const publicCalls = calls.filter(({ policy }) => policy.roles === 'public')

function bodyFor({ body }: Endpoint): unknown {
  if (!body) return undefined
  return fc.sample(around(body), { numRuns: 300, seed: 11 }).find((one) => z.safeParse(body, toCamel(one)).success)
}

it('no public call computes a password hash for a link that does not exist', async () => {
  const hashing: string[] = []
  for (const endpoint of publicCalls.filter(({ file }) => !file)) {
    const before = passwordHashCount()
    const body = bodyFor(endpoint)
    const path = endpoint.path.replaceAll(/\{\w+\}/g, 'f'.repeat(32))
    await server.send(endpoint.method, path, body === undefined || endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) })
    if (passwordHashCount() > before) hashing.push(endpoint.name)
  }
  // Signing in computes a hash for an unknown address too: otherwise its duration would reveal that it is unknown.
  expect(hashing).toEqual(['sessionSignIn'])
})

it('refuses a document for a link that does not exist before reading the file', async () => {
  const form = new FormData()
  form.append('link_id', 'f'.repeat(32))
  form.append('token', 'A'.repeat(43))
  form.append('side', 'single')
  form.append('file', new Blob([Buffer.alloc(9_000_000, 'x')]), 'x.pdf')
  const { status, raw } = await server.send('POST', '/v2/delegated/papers', { body: form })
  expect(`${status} ${raw}`).toContain('LinkReplaced')
  const late = new FormData()
  late.append('file', new Blob(['x']), 'x.pdf')
  late.append('link_id', 'f'.repeat(32))
  expect((await server.send('POST', '/v2/delegated/papers', { body: late })).status).toBe(400)
})
