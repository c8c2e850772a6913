import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer } from '../../testing/testServices.ts'
import type { OpenApi } from './openapi.ts'
import { publishedProvider, publishedShops } from './published.ts'
import { providerOpenapi } from './providerOpenapi.ts'
import { shopOpenapi } from './shopOpenapi.ts'

// A developer of somebody else generates types from a description with openapi-typescript, and compiles a client with TypeScript 5.

const run = promisify(execFile)
const packages = createRequire(import.meta.url)
const compiler = packages.resolve('typescript-api/bin/tsc')
const generator = join(packages.resolve('openapi-typescript/package.json'), '../bin/cli.js')
/** The generator takes its compiler from `typescript`, which here is version 7 and has no such interface. */
const withOlderCompiler = `data:text/javascript,import { registerHooks } from 'node:module'; registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-api' : name, context) })`

const folder = mkdtempSync(join(tmpdir(), 'foreign-client-'))
const described: Record<'shops' | 'provider', OpenApi | undefined> = { shops: undefined, provider: undefined }
beforeAll(async () => {
  const server = await startTestServer()
  const { config } = server.services
  await server.close()
  described.shops = publishedShops(shopOpenapi(config), 'en')
  described.provider = publishedProvider(providerOpenapi(config), 'en')
  for (const [name, description] of Object.entries(described)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(description))
    await run(process.execPath, ['--import', withOlderCompiler, generator, join(folder, `${name}.json`), '-o', join(folder, `${name}.ts`)])
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What the compiler says of a client; empty: nothing. */
async function problemsOf(client: string): Promise<string> {
  const file = join(folder, 'client.ts')
  writeFileSync(file, client)
  const settings = '--strict --noEmit --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom'.split(' ')
  return run(process.execPath, [compiler, ...settings, file], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

it.each(['shops', 'provider'] as const)(
  'every shape of the %s’ API has its name in a generated client, and all of it compiles',
  async (api) => {
    const names = Object.keys(described[api]?.components?.schemas ?? {})
    expect(names.length).toBeGreaterThan(40)
    const uses = names.map((name, nth) => `export type Shape${nth} = components['schemas']['${name}']`)
    expect(await problemsOf(`import type { components } from './${api}'\n${uses.join('\n')}\n`)).toBe('')
  },
)

/** As a shop's developer would: a refund of an order, and the list of orders, by the generated names. */
const client = `import type { components, paths } from './shops'
type Order = components['schemas']['OperationViewResponse']
type RefundRequest = components['schemas']['CaptureRefundRequest']
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Refunded = Json<paths['/orders/{ref}/refund']['post']['responses'][200]>
type Problem = components['schemas']['Error']

const base = 'https://tienda.example'
const headers = { authorization: 'Bearer key', 'content-type': 'application/json', 'idempotency-key': 'refund-1' }

export async function orderOf(ref: string): Promise<Order> {
  const answer = await fetch(base + '/orders/' + ref, { headers })
  if (!answer.ok) throw new Error(((await answer.json()) as Problem).error.message)
  return (await answer.json()) as Order
}
export async function refund(ref: string, amount: number): Promise<number> {
  const body: RefundRequest = { amount }
  const answer = await fetch(base + '/orders/' + ref + '/refund', { method: 'POST', headers, body: JSON.stringify(body) })
  const refunded = (await answer.json()) as Refunded
  return refunded.remaining_amount
}
`

it('a shop’s client compiles with the names of requests, answers and errors', async () => {
  expect(await problemsOf(client)).toBe('')
})

it('and does not without an amount, or with a field that no answer has', async () => {
  const wrong = client.replace('= { amount }', '= {}').replace('refunded.remaining_amount', 'refunded.remaining')
  const problems = await problemsOf(wrong)
  expect(problems).toContain("Property 'amount' is missing")
  expect(problems).toContain("Property 'remaining' does not exist")
})
