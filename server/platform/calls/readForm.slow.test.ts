import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { OpenApi } from '../apiDescription/openapi.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../database/sql.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { hexOf } from './wire.ts'

// Multipart forms with a file. Which files are accepted is tested in server/platform/uploads.
let server: TestServer
let owner: TestSession
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('ownerA')
})
afterAll(() => server.close())

const path = `/v2/merchants/${hexOf(ids.merchantA1)}/ibans`
const iban = 'ES9121000418450200051332'
type Part = [name: string, value: string | Blob, fileName?: string]
const form = (...parts: Part[]) => {
  const data = new FormData()
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, fileName ?? 'x.pdf')
  }
  return data
}
const file = (size = 20): Part => ['file', new Blob([Buffer.alloc(size, 'x')])]
const ask = async (body: FormData | string, headers: Record<string, string> = {}, as: TestSession = owner) => {
  const { status, raw } = await server.send('POST', path, { as, body, headers })
  return `${status} ${(JSON.parse(raw) as { error?: { type: string } }).error?.type ?? ''}`.trim()
}

it.each<[string, Part[], string]>([
  ['no file', [['iban', iban]], '400 ApiValidationException'],
  ['no field', [file()], '400 ApiValidationException'],
  ['a field that nobody offered', [['iban', iban], ['role', 'owner'], file()], '422 UnknownField'],
  ['a field twice', [['iban', iban], ['iban', iban], file()], '400 ApiValidationException'],
  ['two files', [['iban', iban], file(), file()], '400 ApiValidationException'],
  [
    'a file of another name',
    [
      ['iban', iban],
      ['other', new Blob(['x'])],
    ],
    '422 UnknownField',
  ],
  [
    'a text field in place of the file',
    [
      ['iban', iban],
      ['file', 'text'],
    ],
    '400 ApiValidationException',
  ],
  ['a file where the text belongs', [['iban', new Blob([iban])], file()], '422 UnknownField'],
  ['a field that never ends', [['iban', '1'.repeat(100_000)], file()], '400 ApiValidationException'],
  ['fields without number', [...Array.from({ length: 50 }, (_, at): Part => [`f${at}`, 'x']), file()], '400 ApiValidationException'],
  ['a NUL in a field', [['iban', 'ES\u0000'], file()], '400 ApiValidationException'],
])('%s is refused', async (_, parts, expected) => {
  expect(await ask(form(...parts))).toBe(expected)
})

it.each([
  ['application/json', '{"iban":"x"}', '415 UnsupportedMediaType'],
  ['text/plain', 'x', '415 UnsupportedMediaType'],
  ['multipart/form-data', 'x', '400 ApiValidationException'],
  ['multipart/form-data; boundary=', 'x', '400 ApiValidationException'],
  ['multipart/form-data; boundary=b', '--b\r\nno form', '400 ApiValidationException'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    '400 ApiValidationException',
  ],
  ['multipart/mixed; boundary=b', '--b--', '415 UnsupportedMediaType'],
])('a body of type «%s» %j is %s', async (type, body, expected) => {
  expect(await ask(body, { 'content-type': type })).toBe(expected)
})

it('a file of exactly the limit is accepted, one byte more is refused', async () => {
  expect(await ask(form(['iban', iban], file(10_000_000)))).not.toBe('413 FileTooLarge')
  expect(await ask(form(['iban', iban], file(10_000_001)))).toBe('413 FileTooLarge')
})

it('no file is read when the caller may not send one', async () => {
  const others = await Promise.all((['adminA', 'editorA', 'guestA', 'ownerB'] as const).map((persona) => server.signIn(persona)))
  const answers = await Promise.all(others.map((session) => ask(form(file(10_000_001)), {}, session)))
  expect(answers).toEqual(['403 PermissionDenied', '403 PermissionDenied', '403 PermissionDenied', '404 ObjectNotFoundException'])
})

it('an endless upload is stopped at the limit and disconnected, in little memory', async () => {
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  const piece = Buffer.alloc(64 * 1024, 'x')
  const outcomes = await Promise.all(
    Array.from(
      { length: 2 },
      () =>
        new Promise<{ status: number; sent: number }>((resolve) => {
          let sent = 0
          let status = 0
          const sending = httpRequest(`${server.url}${path}`, {
            method: 'POST',
            headers: {
              'content-type': 'multipart/form-data; boundary=b',
              authorization: `Bearer ${owner.accessToken}`,
              cookie: owner.cookie,
            },
          })
          sending.on('response', (answer) => void ((status = answer.statusCode ?? 0), answer.resume()))
          sending.on('error', () => {})
          sending.on('close', () => resolve({ status, sent }))
          sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n')
          const pour = () => {
            while (!sending.destroyed) {
              sent += piece.length
              if (!sending.write(piece)) return void sending.once('drain', pour)
            }
          }
          pour()
        }),
    ),
  )
  clearInterval(watch)
  for (const { status } of outcomes) expect(status).toBe(413)
  expect((peak - before) / 1e6).toBeLessThan(200)
})

it('a repeat is recognised by its fields and its file together', async () => {
  const stored = () =>
    server.services.database.read(null, (db) => db.rows(sql`select encode(body_hash, 'hex') as body from idempotency_keys`))
  const before = (await stored()).length
  const key = 'the-same-key'
  const first = form(['iban', iban], ['file', new Blob(['one'])])
  const again = await ask(first, { 'idempotency-key': key })
  expect(await ask(form(['iban', iban], ['file', new Blob(['one'])]), { 'idempotency-key': key })).toBe(again)
  expect(await ask(form(['iban', iban], ['file', new Blob(['two'])]), { 'idempotency-key': key })).toBe('422 IdempotencyKeyReused')
  expect(await ask(form(['iban', 'ES6000491500051234567892'], ['file', new Blob(['one'])]), { 'idempotency-key': key })).toBe(
    '422 IdempotencyKeyReused',
  )
  expect((await stored()).length).toBe(before + 1)
})

it('slow uploads of one user do not block others', async () => {
  const held = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const { port } = new URL(server.url)
      const line = connect(Number(port), '127.0.0.1')
      line.on('error', () => {})
      line.write(
        `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${owner.accessToken}\r\ncookie: ${owner.cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000\r\n\r\n--b\r\n`,
      )
      return line
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await ask(form(['iban', iban], file()))).toBe('429 TooManyRequests')
  const other = await server.signIn('ownerB')
  const { status } = await server.send('POST', path.replace(hexOf(ids.merchantA1), hexOf(ids.merchantB1)), {
    as: other,
    body: form(['iban', 'x'], file()),
  })
  expect(status).toBe(400)
  for (const line of held) line.destroy()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await ask(form(['iban', 'x'], file()))).toBe('400 ApiValidationException')
})

it('the OpenAPI description documents the form', async () => {
  const { raw } = await server.send('GET', '/openapi.json')
  const { paths, components } = JSON.parse(raw) as OpenApi
  const name = 'MerchantIbanCreateRequest'
  expect(paths['/v2/merchants/{merchant_id}/ibans']?.post?.requestBody?.content).toEqual({
    'multipart/form-data': { schema: { $ref: `#/components/schemas/${name}` } },
  })
  expect(components.schemas[name]).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: { iban: { type: 'string', maxLength: 64 }, file: { type: 'string', format: 'binary', maxLength: 10_000_000 } },
    required: ['iban', 'file'],
  })
})
