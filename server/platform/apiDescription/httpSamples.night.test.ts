import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { providerCalls } from '#contract/providerApi'
import { shopCalls } from '#contract/shopsApi'
import { issueTestKey } from '../../testing/shopsApi/testShop.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { addProviderKey } from '../../testing/provider/testProviderKey.ts'
import { httpSamples } from './httpSamples.ts'
import { providerRequest } from './providerSample.ts'
import { shopRequest } from './shopSample.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'samples-'))
/** Stands before the server and notes each answer. */
let recorder: Server
let address: string
let answers: { request: string; status: number }[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  recorder = createServer((request, response) => {
    void (async () => {
      const body = await request.toArray()
      const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      const answer = await fetch(server.url + request.url, {
        method: request.method ?? '',
        headers: headers.filter(([name]) => !['host', 'connection', 'content-length', 'expect'].includes(name)),
        ...(body.length > 0 && { body: Buffer.concat(body as Buffer[]) }),
      })
      answers.push({ request: `${request.method} ${request.url}`, status: answer.status })
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        .end(Buffer.from(await answer.arrayBuffer()))
    })()
  })
  await once(recorder.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`
})
afterAll(async () => {
  recorder.close()
  rmSync(folder, { recursive: true })
  await server.close()
})

/** Keys of a shop of its own for each language, so that the samples' idempotency keys are new too. */
const keys = async (merchantId: string) => ({
  SHOP_KEY: await issueTestKey(server, merchantId, 'sandbox', 'private'),
  SHOP_PUBLIC_KEY: await issueTestKey(server, merchantId, 'sandbox', 'public'),
  PROVIDER_KEY: (await addProviderKey(server)).token,
})
const requests = () => [
  ...shopCalls.map((call) => shopRequest(call, address, 'tienda')),
  ...providerCalls.map((call) => providerRequest(call, address)),
]

/** How the samples of a language become one program, and what runs it. */
const programs = {
  curl: { merchantId: ids.merchantA1, command: 'bash', file: 'all.sh', join: (sources: string[]) => sources.join('\necho\n') },
  PHP: {
    merchantId: ids.merchantA2,
    command: 'php',
    file: 'all.php',
    join: (sources: string[]) => `<?php\n${sources.map((source) => source.replace('<?php', '')).join('\n')}`,
  },
  Python: { merchantId: ids.merchantB1, command: 'python3', file: 'all.py', join: (sources: string[]) => sources.join('\n') },
} as const
const needed = { curl: 'curl', PHP: 'php', Python: 'python3' } as const

it.for(Object.keys(programs) as (keyof typeof programs)[])(
  'every sample in %s is a request that the server takes',
  async (label, { skip }) => {
    if (spawnSync(needed[label], ['--version']).status !== 0) skip(`${needed[label]} is not installed`)
    const { merchantId, command, file, join: joined } = programs[label]
    const all = requests()
    const sources = all.flatMap((request) => httpSamples(request).flatMap((sample) => (sample.label === label ? [sample.source] : [])))
    writeFileSync(join(folder, file), joined(sources))
    answers = []
    await run(command, [join(folder, file)], { env: { ...process.env, ...(await keys(merchantId)) }, maxBuffer: 64 * 1024 * 1024 })
    expect(answers.map(({ request }) => request)).toEqual(all.map(({ method, url }) => `${method} ${url.replace(address, '')}`))
    // Rows that the samples name may be missing or in another state; the request itself is always right.
    const isBad = (status: number) => status === 400 || status === 401 || (status >= 405 && status !== 409)
    // The first program created that account, for an owner who can have one only.
    const exists = (request: string) => label !== 'curl' && request === 'POST /provider/v1/accounts'
    const badRequests = answers.filter(({ request, status }) => isBad(status) && !exists(request))
    expect(badRequests).toEqual([])
  },
)
