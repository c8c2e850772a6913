import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, Refusal } from './refusal.ts'

/** Deeper than any shape of ours; deeper JSON would be walked, level by level, by all that reads it. */
const deepest = 32

/** JSON that somebody sent. Refuses with ApiValidationException what is none, or what is nested too deeply, before it is parsed. */
export function readJson(text: string): unknown {
  if (isDeeperThan(deepest, text)) throw malformed()
  try {
    return JSON.parse(text)
  } catch {
    throw malformed()
  }
}

const malformed = () => new Refusal('ApiValidationException', { fields: [problem('', 'format')] })

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0))

/** Counts brackets outside texts, without making anything of them. */
function isDeeperThan(most: number, text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfText(text, at)
    else if (sign === openList || sign === openObject) depth += 1
    else if (sign === closeList || sign === closeObject) depth -= 1
    if (depth > most) return true
  }
  return false
}

/** Where the text that begins here ends. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === backslash) at += 1
    else if (sign === quote) return at
  }
  return text.length
}

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
