import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '../calls/call.ts'

type Kept = NonNullable<Download['kept']>

/** Whether a verb answers with a file. */
export const isDownload = (answer: unknown): answer is Download => typeof answer === 'object' && answer !== null && 'download' in answer

/**
 * Sends a file as its pieces are made. One that is kept has its size and its checksum said, and whoever lost the connection gets the rest of it
 * (206; RFC 9110 §13.1.5 and §14). `broken` hears why a file ended early: its status was sent long before.
 */
export function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { download, kept, fileName, mediaType }: Download,
  broken: (error: Error) => void,
): FastifyReply {
  const asStream = (pieces: AsyncIterable<string | Uint8Array>) => Readable.from(pieces, { objectMode: false }).once('error', broken)
  reply.header('content-type', mediaType)
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  reply.header('content-security-policy', 'sandbox')
  if (!kept) return reply.send(asStream(download))
  const { checksum, sizeBytes } = kept
  const first = firstByteWanted(request.headers, kept)
  reply.headers({ 'accept-ranges': 'bytes', etag: `"${checksum}"`, 'content-length': sizeBytes - first })
  if (first === 0) return reply.send(asStream(download))
  reply.header('content-range', `bytes ${first}-${sizeBytes - 1}/${sizeBytes}`)
  return reply.code(206).send(asStream(fromByte(first, download)))
}

/** The byte from which the rest is wanted of these very bytes; 0, the whole, of others, and for any range that is not "all from here on". */
function firstByteWanted(headers: IncomingHttpHeaders, { checksum, sizeBytes }: Kept): number {
  const asked = /^bytes=(\d{1,15})-$/.exec(headers.range ?? '')?.[1]
  if (asked === undefined || headers['if-range'] !== `"${checksum}"`) return 0
  const first = Number(asked)
  return first < sizeBytes ? first : 0
}

async function* fromByte(first: number, pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let toSkip = first
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    if (toSkip < bytes.length) yield bytes.subarray(toSkip)
    toSkip = Math.max(0, toSkip - bytes.length)
  }
}
