import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below it a packet is a packet, and packing costs more than it saves. In characters, which are bytes for nearly all that we answer. */
const worthwhile = 1_024
const compressible = /^(?:application\/(?:[\w.-]+\+)?json|text\/)/

/**
 * The encodings that a client takes, by its Accept-Encoding (RFC 9110 §12.5.3): `q=0` refuses one, `*` stands for all that are not named.
 * Without the header none is taken: a program that did not ask reads what it always read.
 */
export function takes(header: string | string[] | undefined): (encoding: string) => boolean {
  const named = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
        return [name, !parameters.some((one) => /^q=0(?:\.0{0,3})?$/.test(one))] as const
      }),
  )
  return (encoding) => named.get(encoding) ?? named.get('*') ?? false
}

/** The cheapest levels: of 18 KB they leave 2.4 and 2.7 KB in less than a tenth of a millisecond, for which a thread would take longer to fetch. */
const encodings = [
  [
    'zstd',
    (body: string | Buffer) =>
      zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 }, pledgedSrcSize: Buffer.byteLength(body) }),
  ],
  ['gzip', (body: string | Buffer) => gzipSync(body, { level: 1 })],
] as const

/**
 * Packs what is read, when it is text and not tiny; a hook of every answer before it leaves. Files choose for themselves
 * (`webFiles.ts`: they have their ETag), and downloads and the live stream pass through as they come.
 *
 * How long a packed answer is can betray a secret in it to whoever can have it asked for again and again with guesses of their own
 * (BREACH, 2013). Here nobody can: what reads proves itself by a token in a header (`Authorization`), which a browser adds for no other
 * site. And a write is answered plain, as it says tokens and secrets: there is nothing to guess at twice.
 */
export function compress(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  body: unknown,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') return done(null, body)
  if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || body.length < worthwhile) return done(null, body)
  if (reply.hasHeader('etag') || reply.hasHeader('content-encoding')) return done(null, body)
  if (!compressible.test(String(reply.getHeader('content-type')))) return done(null, body)
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  const header = request.headers['accept-encoding']
  if (header === undefined) return done(null, body)
  const taken = takes(header)
  const found = encodings.find(([name]) => taken(name))
  if (!found) return done(null, body)
  const [name, pack] = found
  reply.header('content-encoding', name)
  done(null, pack(body))
}
