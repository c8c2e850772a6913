import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { takes } from './compress.ts'

/** One file of the built app, in every available encoding. */
export type WebFile = { type: string; cache: string; etag: string; plain: Buffer; br: Buffer | undefined; gz: Buffer | undefined }

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
/** Files with a content hash in their name are immutable; all others are revalidated. */
const hashed = /^\/(?:assets|locales)\/.+[.-][\w-]{8,}\.\w+$/

const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path) : undefined)

/** Every file of a folder by its URL path. They are few and small, so they are kept in memory, and no requested path is looked up on disk. */
export function readWebFiles(folder: string): Map<string, WebFile> {
  const files = read.get(folder) ?? filesIn(folder)
  read.set(folder, files)
  return new Map(files)
}

/** Cache by folder: tests start hundreds of servers in one process. */
const read = new Map<string, ReadonlyMap<string, WebFile>>()

function filesIn(folder: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const plain = readFileSync(path)
    const cache = hashed.test(address) ? 'public, max-age=31536000, immutable' : 'no-cache'
    files.set(address, { type, cache, etag: etagOf(plain), plain, br: readIfThere(`${path}.br`), gz: readIfThere(`${path}.gz`) })
  }
  return files
}

/** A page built at start. */
export const webPage = (html: string): WebFile => webText(html, types['.html'] ?? '')

/** Text built at start, compressed once, on the first request for an encoding. Spreading the object would compress it at once. */
export function webText(text: string, type: string, cache = 'no-cache'): WebFile {
  const plain = Buffer.from(text)
  let [br, gz]: [Buffer?, Buffer?] = []
  return {
    type,
    cache,
    etag: etagOf(plain),
    plain,
    get br() {
      return (br ??= brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    },
    get gz() {
      return (gz ??= gzipSync(plain))
    },
  }
}

/** Sends a file in the best encoding that the browser accepts; 304 when it is cached. `vary`: the request headers that the choice depends on (RFC 9110 §12.5.5). */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile, vary = 'accept-encoding'): void {
  const taken = takes(request.headers['accept-encoding'])
  reply.headers({ 'content-type': file.type, 'cache-control': file.cache, etag: file.etag, vary })
  if (request.headers['if-none-match'] === file.etag) return void reply.code(304).send()
  if (taken('br') && file.br) return void reply.header('content-encoding', 'br').send(file.br)
  if (taken('gzip') && file.gz) return void reply.header('content-encoding', 'gzip').send(file.gz)
  reply.send(file.plain)
}
