import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { compress } from './compress.ts'
import { sendFile, webText } from './webFiles.ts'

const long = JSON.stringify({ results: Array.from({ length: 60 }, (_, at) => ({ id: at, name: 'Begoña Íñiguez', amount: 12_345 })) })
const short = JSON.stringify({ status: 'ok' })
const app = fastify({ logger: false })
beforeAll(async () => {
  app.addHook('onSend', compress)
  const json = 'application/json; charset=utf-8'
  app.get('/long', (_request, reply) => void reply.type(json).send(long))
  app.get('/vendor', (_request, reply) => void reply.type('application/vnd.trastienda.sandbox.v2+json; charset=utf-8').send(long))
  app.get('/bytes', (_request, reply) => void reply.type(json).send(Buffer.from(long)))
  app.get('/short', (_request, reply) => void reply.type(json).send(short))
  app.get('/nothing', (_request, reply) => void reply.code(204).send())
  app.get('/picture', (_request, reply) => void reply.type('image/png').send(Buffer.alloc(5_000)))
  app.get(
    '/stream',
    (_request, reply) => void reply.type('text/csv; charset=utf-8').send(Readable.from([long, long], { objectMode: false })),
  )
  app.get('/file', (request, reply) => sendFile(request, reply, file))
  app.post('/write', (_request, reply) => void reply.type(json).send(long))
  await app.ready()
})
afterAll(() => app.close())
const file = webText(long, 'application/json; charset=utf-8')

const ask = async (url: string, encodings?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', more: Record<string, string> = {}) => {
  const answer = await app.inject({ method, url, headers: { ...(encodings !== undefined && { 'accept-encoding': encodings }), ...more } })
  const { 'content-encoding': encoding, vary, 'content-length': length } = answer.headers
  return { status: answer.statusCode, encoding, vary, length: Number(length ?? 0), bytes: answer.rawPayload }
}
const unpacked: Record<string, (bytes: Buffer) => Buffer> = { zstd: zstdDecompressSync, gzip: gunzipSync, br: brotliDecompressSync }

describe('a read response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'gzip'],
    ['GZIP', 'gzip'],
    ['zstd;q=0, gzip;q=0.5', 'gzip'],
    ['zstd; q=0.000, gzip', 'gzip'],
    ['zstd;q=0.001', 'zstd'],
    ['*', 'zstd'],
    ['zstd;q=0, *;q=0.1', 'gzip'],
  ])('is compressed by Accept-Encoding: %s', async (encodings, encoding) => {
    const { bytes, length, ...answer } = await ask('/long', encodings)
    expect(answer).toEqual({ status: 200, encoding, vary: 'accept-encoding' })
    expect(unpacked[encoding]?.(bytes).toString()).toBe(long)
    expect([length, length < long.length / 4]).toEqual([bytes.length, true])
  })

  it.each([undefined, '', 'identity', 'br', 'deflate', 'gzip;q=0', 'zstd;q=0, gzip;q=0.00', '*;q=0', 'gzip;q=0, identity', 'xgzip'])(
    'is uncompressed for clients that accept no encoding, with Vary: %s',
    async (encodings) => {
      const { bytes, ...answer } = await ask('/long', encodings)
      expect(answer).toEqual({ status: 200, encoding: undefined, vary: 'accept-encoding', length: Buffer.byteLength(long) })
      expect(bytes.toString()).toBe(long)
    },
  )

  it.each(['/vendor', '/bytes'])("may have a vendor's media type, or be bytes: %s", async (url) => {
    const { encoding, bytes } = await ask(url, 'zstd')
    expect([encoding, zstdDecompressSync(bytes).toString()]).toEqual(['zstd', long])
  })

  it.each([
    ['/short', 200, short],
    ['/nothing', 204, ''],
    ['/picture', 200, '\0'.repeat(5_000)],
    ['/stream', 200, long + long],
  ])('is not compressed when it is small, empty, not text or streamed: %s', async (url, status, body) => {
    const answer = await ask(url, 'gzip, zstd')
    expect([answer.status, answer.encoding, answer.vary, answer.bytes.toString()]).toEqual([status, undefined, undefined, body])
  })

  it('has the same headers for HEAD', async () => {
    const [head, whole] = [await ask('/long', 'gzip', 'HEAD'), await ask('/long', 'gzip')]
    expect({ ...head, bytes: '' }).toEqual({ ...whole, bytes: '' })
    expect(head.bytes).toHaveLength(0)
  })
})

describe('a file', () => {
  it.each([
    ['br, gzip', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['zstd', undefined],
  ])('selects its own encoding: %s', async (wanted, encoding) => expect((await ask('/file', wanted)).encoding).toBe(encoding))

  it('that the browser has cached is not sent', async () => {
    const { status, encoding, bytes } = await ask('/file', 'gzip, zstd', 'GET', { 'if-none-match': file.etag })
    expect([status, encoding, bytes.length]).toEqual([304, undefined, 0])
  })
})

describe('a response with a secret', () => {
  it('answers a write, and writes are answered uncompressed', async () => {
    const { encoding, vary, bytes } = await ask('/write', 'gzip, br, zstd', 'POST')
    expect([encoding, vary, bytes.toString()]).toEqual([undefined, undefined, long])
  })

  it('never answers a read', () => {
    expect(
      calls.filter(({ method, secret, neverStore, path }) => method === 'GET' && (secret || neverStore || path.startsWith('/v2/token'))),
    ).toEqual([])
  })
})
