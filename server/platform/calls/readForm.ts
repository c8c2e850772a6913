import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint'
import { problem, Refusal } from './refusal.ts'

/** An uploaded file, untrusted: neither its name nor its type has been checked. */
export type SentFile = { name: string; bytes: Buffer }

/** A request's body: the fields as JSON, the file, and the fingerprint by which a repeat is recognised. */
export type ReceivedForm = { text: string; file: SentFile | undefined; fingerprint: string }

/** `atOnce`: forms in memory at the same time for one sender, for all signed-in members, and for all anonymous senders, whose slow uploads thus do not block members. */
const formLimits = { fields: 8, fieldBytes: 4_096, atOnce: { perSender: 2, ofMembers: 6, ofAnonymous: 3 } }
/** After a refusal, a client that goes on sending is disconnected after this time. */
const drainMs = 5_000
const activeSenders: Sender[] = []

/** Who sends a form: `by` is a user's id or, without a session, the network address. */
type Sender = { by: string; isAnonymous: boolean }
type FormOptions = Sender & {
  /** Checks the fields before the file is read; throws to refuse. Fields after the file are then refused. */
  beforeFile?: ((fields: string) => Promise<void>) | undefined
}

/**
 * Reads a multipart form with its one file into memory, up to its limit. Refuses with UnsupportedMediaType, FileTooLarge,
 * ApiValidationException by field, UnknownField, or TooManyRequests.
 */
export async function readForm(
  request: FastifyRequest,
  field: NonNullable<Endpoint['file']>,
  { by, isAnonymous, beforeFile }: FormOptions,
): Promise<ReceivedForm> {
  if (!request.isMultipart?.()) throw new Refusal('UnsupportedMediaType')
  const sender: Sender = { by, isAnonymous }
  const sameKind = activeSenders.filter((one) => one.isAnonymous === isAnonymous)
  const limit = isAnonymous ? formLimits.atOnce.ofAnonymous : formLimits.atOnce.ofMembers
  if (sameKind.length >= limit || sameKind.filter((one) => one.by === by).length >= formLimits.atOnce.perSender)
    throw new Refusal('TooManyRequests', { retryAfterSeconds: 2 })
  activeSenders.push(sender)
  try {
    return await readParts(request, field, beforeFile)
  } catch (error) {
    drain(request)
    throw refusalOf(error)
  } finally {
    activeSenders.splice(activeSenders.indexOf(sender), 1)
  }
}

/** Errors of the multipart library: names such as `__proto__`, too many parts, or a malformed form. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const isName = error instanceof Error && 'code' in error && error.code === 'FST_PROTO_VIOLATION'
  return new Refusal(isName ? 'UnknownField' : 'ApiValidationException', { fields: [problem('', isName ? 'unknown' : 'format')] })
}

/** The file that the call requires; to be called once the fields are valid. Refuses with ApiValidationException when it is missing. */
export function fileOf({ file: field }: Endpoint, { file }: ReceivedForm): SentFile | undefined {
  if (field && !file) throw new Refusal('ApiValidationException', { fields: [problem(field.name, 'required')] })
  return file
}

async function readParts(
  request: FastifyRequest,
  { name, maxBytes }: NonNullable<Endpoint['file']>,
  beforeFile: FormOptions['beforeFile'],
): Promise<ReceivedForm> {
  const fields = new Map<string, string>()
  let file: SentFile | undefined
  const limits = {
    fields: formLimits.fields,
    files: 1,
    parts: formLimits.fields + 1,
    fieldSize: formLimits.fieldBytes,
    fileSize: maxBytes,
    headerPairs: 20,
  }
  for await (const part of request.parts({ limits, preservePath: true } as object)) {
    if (part.type === 'file') {
      if (part.fieldname !== name) throw new Refusal('UnknownField', { fields: [problem(part.fieldname.slice(0, 60), 'unknown')] })
      await beforeFile?.(jsonOf(fields))
      file = { name: part.filename ?? '', bytes: await readFile(part.file, maxBytes) }
    } else {
      if (beforeFile && file) throw new Refusal('ApiValidationException', { fields: [problem(part.fieldname.slice(0, 60), 'invalid')] })
      if (part.fieldname === name) throw new Refusal('ApiValidationException', { fields: [problem(name, 'type')] })
      const isWhole = typeof part.value === 'string' && !part.valueTruncated && !part.fieldnameTruncated
      // The replacement character that the parser inserts for invalid UTF-8.
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

async function readFile(stream: FileStream, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    // Busboy stops at the limit; a file of exactly that many bytes passes.
    if (stream.truncated || size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  if (stream.truncated) throw tooLarge(maxBytes)
  return Buffer.concat(chunks)
}

const tooLarge = (maxBytes: number) => new Refusal('FileTooLarge', { values: { limit: `${maxBytes / 1_000_000} MB` } })

/** Discards the rest of the body for a while, so that a browser can read the response, then closes the connection. */
function drain({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
  const cut = setTimeout(() => raw.destroy(), drainMs)
  cut.unref()
  raw.once('end', () => clearTimeout(cut))
  raw.once('close', () => clearTimeout(cut))
}
