/** White space and delimiters, which end a name. */
const nameEnd = new Set('\0\t\n\f\r ()<>[]{}/%')

/** The names in a section of a PDF, with `#xx` decoded; also in data that is not PDF syntax, because a viewer might find a name there. */
export function* namesOf(text: string): Generator<string> {
  for (const [, name = ''] of text.matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]{1,127})/g)) {
    yield name.includes('#') ? name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : name
  }
}

/** Offset of a stream's data, and its dictionary. */
type StreamPart = { from: number; dictionary: string }

/** Limits of characters per dictionary and in all, and of streams, against files crafted to be slow. */
const limits = { dictionary: 200_000, all: 20_000_000, streams: 20_000 }
export class TooManySteps extends Error {}

/**
 * Every stream of a PDF with each dictionary that refers to it. The whole file is searched instead of trusting its cross-reference table, so that
 * whatever a viewer may find is found. A stream without a dictionary has an empty one.
 */
export function streamsOf(text: string): StreamPart[] {
  const parts: StreamPart[] = []
  const claimed = new Set<number>()
  let steps = 0
  for (const { index, 0: whole } of text.matchAll(/\d[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj/g)) {
    const begin = index + whole.length
    const { end, at } = endOfDictionary(text, begin)
    steps += at - begin
    if (at - begin > limits.dictionary || steps > limits.all) throw new TooManySteps()
    if (end === null) continue
    const from = dataAfter(text, skipBlank(text, end))
    if (from === null) continue
    claimed.add(from)
    parts.push({ from, dictionary: text.slice(begin, end) })
    if (parts.length > limits.streams) throw new TooManySteps()
  }
  for (const { index } of text.matchAll(/(?<!end)stream[\r\n]/g)) {
    const from = dataAfter(text, index)
    if (from !== null && !claimed.has(from)) parts.push({ from, dictionary: '' })
    if (parts.length > limits.streams) throw new TooManySteps()
  }
  return parts
}

/** Offset of the data after the keyword `stream` at this position and one end of line; null without the keyword. */
function dataAfter(text: string, at: number): number | null {
  if (!text.startsWith('stream', at)) return null
  const after = at + 6
  if (text.startsWith('\r\n', after)) return after + 2
  return text[after] === '\n' || text[after] === '\r' ? after + 1 : null
}

/** The end of the dictionary that begins here, as a viewer would parse it, or null; and the position reached. */
export function endOfDictionary(text: string, begin: number): { end: number | null; at: number } {
  let at = skipBlank(text, begin)
  let depth = 0
  do {
    if (text.startsWith('<<', at)) {
      depth += 1
      at += 2
    } else if (text.startsWith('>>', at)) {
      depth -= 1
      at += 2
    } else if (depth === 0 || text.startsWith('endobj', at)) return { end: null, at }
    else if (text[at] === '(') at = endOfString(text, at)
    else if (text[at] === '%') at = endOfLine(text, at)
    else at += 1
  } while (depth > 0 && at < text.length && at - begin <= limits.dictionary)
  return { end: depth === 0 ? at : null, at }
}

function endOfString(text: string, begin: number): number {
  let depth = 0
  for (let at = begin; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function endOfLine(text: string, begin: number): number {
  let at = begin
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

export function skipBlank(text: string, begin: number): number {
  let at = begin
  for (;;) {
    while (nameEnd.has(text[at] ?? 'x') && '\0\t\n\f\r '.includes(text[at] ?? 'x')) at += 1
    if (text[at] !== '%') return at
    at = endOfLine(text, at)
  }
}

/** Whether a PDF declares encryption, so that scanning it takes more memory and time. */
export const declaresEncryption = (bytes: Buffer): boolean => bytes.includes('/Encrypt')
