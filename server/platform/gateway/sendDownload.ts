import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '../calls/call.ts'

type StoredFile = NonNullable<Download['storedFile']>

const framedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** Whether a verb answers with a file. */
export const isDownload = (answer: unknown): answer is Download => typeof answer === 'object' && answer !== null && 'download' in answer

/**
 * Streams a file as it is made. A stored file is sent with its size and checksum (ETag), and an interrupted download can be resumed
 * (206; RFC 9110 §13.1.5 and §14). `onStreamError` gets the cause when the stream breaks: the status has been sent by then.
 */
export function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { download, storedFile, fileName, mediaType, framed }: Download,
  onStreamError: (error: Error) => void,
): FastifyReply {
  const asStream = (chunks: AsyncIterable<string | Uint8Array>) => Readable.from(chunks, { objectMode: false }).once('error', onStreamError)
  reply.header('content-type', mediaType)
  reply.header('content-disposition', `${framed ? 'inline' : 'attachment'}; filename="${fileName}"`)
  reply.header('content-security-policy', framed ? framedPolicy : 'sandbox')
  if (framed) reply.header('x-frame-options', 'SAMEORIGIN')
  if (!storedFile) return reply.send(asStream(download))
  const { checksum, sizeBytes } = storedFile
  const first = rangeStart(request.headers, storedFile)
  reply.headers({ 'accept-ranges': 'bytes', etag: `"${checksum}"`, 'content-length': sizeBytes - first })
  if (first === 0) return reply.send(asStream(download))
  reply.header('content-range', `bytes ${first}-${sizeBytes - 1}/${sizeBytes}`)
  return reply.code(206).send(asStream(fromByte(first, download)))
}

/** First byte of an open-ended range (`bytes=n-`) whose If-Range names this checksum; 0, the whole file, for any other request. */
function rangeStart(headers: IncomingHttpHeaders, { checksum, sizeBytes }: StoredFile): number {
  const requested = /^bytes=(\d{1,15})-$/.exec(headers.range ?? '')?.[1]
  if (requested === undefined || headers['if-range'] !== `"${checksum}"`) return 0
  const first = Number(requested)
  return first < sizeBytes ? first : 0
}

async function* fromByte(first: number, chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytesToSkip = first
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (bytesToSkip < bytes.length) yield bytes.subarray(bytesToSkip)
    bytesToSkip = Math.max(0, bytesToSkip - bytes.length)
  }
}
