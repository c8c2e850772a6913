import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, Refusal } from './refusal.ts'

/** Deeper than any of our schemas. Limits the recursion of everything that walks the JSON. */
const maxDepth = 32

/** Parses JSON from a request. Refuses with ApiValidationException malformed JSON and, before parsing, JSON that is nested too deeply. */
export function readJson(text: string): unknown {
  if (isDeeperThan(maxDepth, text)) throw malformed()
  try {
    return JSON.parse(text)
  } catch {
    throw malformed()
  }
}

const malformed = () => new Refusal('ApiValidationException', { fields: [problem('', 'format')] })

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0))

/** Counts brackets outside strings, without allocating. */
function isDeeperThan(maxDepth: number, text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfString(text, at)
    else if (sign === openList || sign === openObject) depth += 1
    else if (sign === closeList || sign === closeObject) depth -= 1
    if (depth > maxDepth) return true
  }
  return false
}

/** The index of the string's closing quote. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === backslash) at += 1
    else if (sign === quote) return at
  }
  return text.length
}

/** Names of the Encoding standard, in which latin1 is a label of windows-1252. */
const charsets = ['utf-8', 'windows-1252', 'iso-8859-15']

/** Parses bodies of a media type as text, in the charset of their Content-Type. */
export function acceptText(app: FastifyInstance, mediaType: string, bodyLimit?: number): void {
  const options = { parseAs: 'buffer', ...(bodyLimit === undefined ? {} : { bodyLimit }) } as const
  app.addContentTypeParser(mediaType, options, (request: FastifyRequest, body: Buffer, done) => {
    try {
      done(null, decodeBody(body, request.headers['content-type']))
    } catch (error) {
      done(error as Error) // a refusal
    }
  })
}

/** The text of a body, UTF-8 by default. Refuses with UnsupportedMediaType an unknown charset, with ApiValidationException bytes invalid in it. */
function decodeBody(body: Buffer, contentType = ''): string {
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
