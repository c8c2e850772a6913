/** PDF's white space, and what ends a name. */
const nameEnd = new Set('\0\t\n\f\r ()<>[]{}/%')

/** Names of a piece of PDF, their `#xx` read: also of a piece that is no PDF at all, because a name counts wherever a viewer might find it. */
export function* namesOf(text: string): Generator<string> {
  for (const [, name = ''] of text.matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]{1,127})/g)) {
    yield name.includes('#') ? name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : name
  }
}

/** Where a stream's data begins, and the dictionary before it. */
type StreamPart = { from: number; dictionary: string }

/** Characters that may be walked over, in one dictionary and in all, and streams: a file made to be slow is given up. */
const most = { dictionary: 200_000, all: 20_000_000, streams: 20_000 }
export class TooManySteps extends Error {}

/**
 * Every stream of a PDF with each dictionary that claims it. Objects are looked for everywhere, not where the file's table says: what any viewer may
 * find is found. One that no dictionary claims comes with an empty one.
 */
export function streamsOf(text: string): StreamPart[] {
  const found: StreamPart[] = []
  const claimed = new Set<number>()
  let steps = 0
  for (const { index, 0: whole } of text.matchAll(/\d[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj/g)) {
    const begin = index + whole.length
    const { end, at } = endOfDictionary(text, begin)
    steps += at - begin
    if (at - begin > most.dictionary || steps > most.all) throw new TooManySteps()
    if (end === null) continue
    const from = dataAfter(text, skipBlank(text, end))
    if (from === null) continue
    claimed.add(from)
    found.push({ from, dictionary: text.slice(begin, end) })
    if (found.length > most.streams) throw new TooManySteps()
  }
  for (const { index } of text.matchAll(/(?<!end)stream[\r\n]/g)) {
    const from = dataAfter(text, index)
    if (from !== null && !claimed.has(from)) found.push({ from, dictionary: '' })
    if (found.length > most.streams) throw new TooManySteps()
  }
  return found
}

/** After the word `stream` at a place comes one end of line, then the data. */
function dataAfter(text: string, at: number): number | null {
  if (!text.startsWith('stream', at)) return null
  const after = at + 6
  if (text.startsWith('\r\n', after)) return after + 2
  return text[after] === '\n' || text[after] === '\r' ? after + 1 : null
}

/** The end of the dictionary that begins here, as a viewer would read it, or null; and how far was looked. */
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
  } while (depth > 0 && at < text.length && at - begin <= most.dictionary)
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

/** Whether a PDF says that it is encrypted, so that looking through it takes more memory and time. */
export const saysEncrypted = (bytes: Buffer): boolean => bytes.includes('/Encrypt')
