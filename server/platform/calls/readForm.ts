import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint'
import { problem, Refusal } from './refusal.ts'

/** A file as it came: nothing about it is believed yet, neither its name nor what it says it is. */
export type SentFile = { name: string; bytes: Buffer }

/** What was sent: the fields as JSON, the file beside them, and what a repeat is recognised by. */
export type Sent = { text: string; file: SentFile | undefined; fingerprint: string }

/** `atOnce`: forms in memory, of one person, of all who are signed in, and of all who are not: strangers' slow forms leave places to people. */
const most = { fields: 8, fieldBytes: 4_096, atOnce: { ofOne: 2, ofMembers: 6, ofStrangers: 3 } }
/** After a no, whoever goes on sending is cut off. */
const patienceMs = 5_000
const reading: Sender[] = []

/** Who sends a form: `by` a person's id or, of a stranger, the address. */
type Sender = { by: string; isStranger: boolean }
type Reading = Sender & {
  /** Asked with the fields before the first byte of the file is kept; refuses by throwing. Fields that come after the file are not taken then. */
  beforeFile?: ((fields: string) => Promise<void>) | undefined
}

/**
 * Reads a multipart form with its one file, which stays below its limit while it comes in. Refuses with UnsupportedMediaType, FileTooLarge,
 * ApiValidationException by field, UnknownField, or TooManyRequests.
 */
export async function readForm(
  request: FastifyRequest,
  wanted: NonNullable<Endpoint['file']>,
  { by, isStranger, beforeFile }: Reading,
): Promise<Sent> {
  if (!request.isMultipart?.()) throw new Refusal('UnsupportedMediaType')
  const sender: Sender = { by, isStranger }
  const alike = reading.filter((one) => one.isStranger === isStranger)
  const limit = isStranger ? most.atOnce.ofStrangers : most.atOnce.ofMembers
  if (alike.length >= limit || alike.filter((one) => one.by === by).length >= most.atOnce.ofOne)
    throw new Refusal('TooManyRequests', { retryAfterSeconds: 2 })
  reading.push(sender)
  try {
    return await takeParts(request, wanted, beforeFile)
  } catch (error) {
    letGo(request)
    throw refusalOf(error)
  } finally {
    reading.splice(reading.indexOf(sender), 1)
  }
}

/** What the library says of a form: names that an object has of its own, too many parts, or a form that is none. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const isName = error instanceof Error && 'code' in error && error.code === 'FST_PROTO_VIOLATION'
  return new Refusal(isName ? 'UnknownField' : 'ApiValidationException', { fields: [problem('', isName ? 'unknown' : 'format')] })
}

/** The file, once the fields beside it have been found good. */
export function fileOf({ file: wanted }: Endpoint, { file }: Sent): SentFile | undefined {
  if (wanted && !file) throw new Refusal('ApiValidationException', { fields: [problem(wanted.name, 'required')] })
  return file
}

async function takeParts(
  request: FastifyRequest,
  { name, mostBytes }: NonNullable<Endpoint['file']>,
  beforeFile: Reading['beforeFile'],
): Promise<Sent> {
  const fields = new Map<string, string>()
  let file: SentFile | undefined
  const limits = { fields: most.fields, files: 1, parts: most.fields + 1, fieldSize: most.fieldBytes, fileSize: mostBytes, headerPairs: 20 }
  for await (const part of request.parts({ limits, preservePath: true } as object)) {
    if (part.type === 'file') {
      if (part.fieldname !== name) throw new Refusal('UnknownField', { fields: [problem(part.fieldname.slice(0, 60), 'unknown')] })
      await beforeFile?.(jsonOf(fields))
      file = { name: part.filename ?? '', bytes: await takeFile(part.file, mostBytes) }
    } else {
      if (beforeFile && file) throw new Refusal('ApiValidationException', { fields: [problem(part.fieldname.slice(0, 60), 'invalid')] })
      if (part.fieldname === name) throw new Refusal('ApiValidationException', { fields: [problem(name, 'type')] })
      const isWhole = typeof part.value === 'string' && !part.valueTruncated && !part.fieldnameTruncated
      // What the form's reader puts where bytes are no characters.
      const isText = !`${part.fieldname}${String(part.value)}`.includes('\ufffd')
      if (!isWhole || !isText || fields.has(part.fieldname))
        throw new Refusal('ApiValidationException', { fields: [problem(part.fieldname.slice(0, 60), 'invalid')] })
      fields.set(part.fieldname, String(part.value))
    }
  }
  const json = jsonOf(fields)
  return { text: json, file, fingerprint: `${json}\u0000${file?.name}\u0000${hash('sha256', file?.bytes ?? '', 'hex')}` }
}

const jsonOf = (fields: ReadonlyMap<string, string>) =>
  JSON.stringify(Object.fromEntries([...fields].toSorted(([a], [b]) => (a < b ? -1 : 1))))

type FileStream = AsyncIterable<Buffer> & { truncated: boolean }

async function takeFile(stream: FileStream, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.length
    // Busboy stops at the limit; a file of exactly that many bytes passes.
    if (stream.truncated || size > mostBytes) throw tooLarge(mostBytes)
    pieces.push(piece)
  }
  if (stream.truncated) throw tooLarge(mostBytes)
  return Buffer.concat(pieces)
}

const tooLarge = (mostBytes: number) => new Refusal('FileTooLarge', { values: { limit: `${mostBytes / 1_000_000} MB` } })

/** What still comes is thrown away, for a while: long enough that an honest browser hears the answer. */
function letGo({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
  const cut = setTimeout(() => raw.destroy(), patienceMs)
  cut.unref()
  raw.once('end', () => clearTimeout(cut))
  raw.once('close', () => clearTimeout(cut))
}
