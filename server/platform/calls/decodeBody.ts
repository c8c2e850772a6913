import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformed } from './readJson.ts'
import { Refusal } from './refusal.ts'

/** As the Encoding standard names them; whoever writes Latin-1 writes windows-1252. */
const charsets = ['utf-8', 'windows-1252', 'iso-8859-15']

/** Lets bodies of a media type come as text, in the characters that their Content-Type says. */
export function takeText(app: FastifyInstance, mediaType: string, bodyLimit?: number): void {
  const options = { parseAs: 'buffer', ...(bodyLimit === undefined ? {} : { bodyLimit }) } as const
  app.addContentTypeParser(mediaType, options, (request: FastifyRequest, body: Buffer, done) => {
    try {
      done(null, decodeBody(body, request.headers['content-type']))
    } catch (error) {
      done(error as Error) // a refusal
    }
  })
}

/** The text of a body, UTF-8 unless it says otherwise. Refuses with UnsupportedMediaType another charset, with ApiValidationException what is not in it. */
export function decodeBody(body: Buffer, contentType = ''): string {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  const decoder = decoderOf(label)
  if (!decoder || !charsets.includes(decoder.encoding)) throw new Refusal('UnsupportedMediaType')
  try {
    return decoder.decode(body)
  } catch {
    throw malformed()
  }
}

function decoderOf(label: string) {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    return undefined
  }
}
