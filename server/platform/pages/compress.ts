import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Minimum length in characters: a shorter response fits into one packet, and compressing it saves nothing. */
const worthwhile = 1_024
const compressible = /^(?:application\/(?:[\w.-]+\+)?json|text\/)/

/**
 * The encodings that a client accepts, by its Accept-Encoding (RFC 9110 §12.5.3): `q=0` refuses one, `*` stands for all that are not named. Without the
 * header, none.
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

/** The fastest levels: they compress 18 KB to 2.4 and 2.7 KB in less than 0.1 ms, so a worker thread would be slower. */
const encodings = [
  [
    'zstd',
    (body: string | Buffer) =>
      zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 }, pledgedSrcSize: Buffer.byteLength(body) }),
  ],
  ['gzip', (body: string | Buffer) => gzipSync(body, { level: 1 })],
] as const

/**
 * Hook that compresses text responses of reads. Files are compressed in advance (`webFiles.ts`, with their ETag); downloads and event streams are not
 * compressed.
 *
 * BREACH (2013): the length of a compressed response can reveal a secret in it to an attacker who can trigger it repeatedly with guesses. Not possible
 * here: reads are authenticated by the `Authorization` header, which browsers do not add for other sites, and responses of writes, which contain tokens and
 * secrets, are not compressed.
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
  const match = encodings.find(([name]) => taken(name))
  if (!match) return done(null, body)
  const [name, pack] = match
  reply.header('content-encoding', name)
  done(null, pack(body))
}
