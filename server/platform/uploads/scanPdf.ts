import { inflateRawSync } from 'node:zlib'
import { hasForbiddenAction, arePlainOpenings, refusedActions } from './pdfActions.ts'
import { namesOf, streamsOf, TooManySteps } from './pdfParts.ts'

/** Why a file is refused; each has a message. */
export type FileProblem =
  | 'kind'
  | 'heic'
  | 'unreadable'
  | 'protected'
  | 'active'
  | 'attached'
  | 'pages'
  | 'large'
  | 'mixed'
  | 'empty'
  | 'virus'
  | 'unchecked'

/** Limits: decompressed bytes of each stream and of all; names inspected. */
const maxBytes = { each: 24_000_000, all: 80_000_000 }
const maxNames = 1_500_000

const problemOfName: ReadonlyMap<string, FileProblem> = new Map([
  ['Encrypt', 'protected'],
  ...refusedActions.map((name): [string, FileProblem] => [name, 'active']),
  ...['EmbeddedFile', 'EmbeddedFiles'].map((name): [string, FileProblem] => [name, 'attached']),
])

/**
 * Why a PDF is refused, or null. Nothing is executed or rendered: every name is inspected, outside and inside every compressed stream.
 * A stream that cannot be decompressed as declared, and could hide an object, is refused. Runs in a child process (`examine.ts`).
 */
export function scanPdf(bytes: Buffer, maxPages: number): FileProblem | null {
  const text = bytes.toString('latin1')
  if (!/%PDF-[12]\.\d/.test(text.slice(0, 1_040))) return 'unreadable'
  if (isOtherThing(text)) return 'mixed'
  const left: Looked = { names: maxNames, opening: new Set() }
  const pieces: Piece[] = [{ text, holdsObjects: false }]
  try {
    const open = lookAt(text, left)
    if (typeof open === 'string') return open
    let pages = open.pages
    let unfolded = 0
    for (const { from, dictionary } of streamsOf(text)) {
      const names = new Set(namesOf(dictionary))
      const holdsObjects = names.has('ObjStm') || names.has('First')
      if (holdsObjects && !isPlainlyPacked(dictionary, names)) return 'unreadable'
      if (names.has('Image') && !holdsObjects) continue
      const inside = unpacked(bytes, from)
      if (inside === null && holdsObjects && names.has('FlateDecode')) return 'unreadable'
      if (inside === null) continue
      unfolded += inside.length
      if (unfolded > maxBytes.all) return 'large'
      const piece = { text: inside.toString('latin1'), holdsObjects }
      if (holdsObjects) pieces.push(piece)
      const result = lookAt(piece.text, left)
      if (typeof result === 'string') return result
      pages += result.pages
    }
    if (![...left.opening].every((object) => opensPlainly(pieces, object))) return 'active'
    if (pages === 0) return 'unreadable'
    return pages > maxPages ? 'pages' : null
  } catch (error) {
    if (error instanceof TooManySteps || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return 'large'
    throw error
  }
}

type Piece = { text: string; holdsObjects: boolean }
/** Names that may still be inspected, and the objects of the open action. */
type Looked = { names: number; opening: Set<string> }

/** Whether the object is found, and every occurrence is a plain destination in the document. */
function opensPlainly(pieces: readonly Piece[], object: string): boolean {
  const found = pieces.flatMap(({ text, holdsObjects }) => arePlainOpenings(text, object, holdsObjects))
  return found.length > 0 && found.every(Boolean)
}

/** Whether the file is also an HTML page, an archive or a test virus (polyglot), or has data after the end of the PDF. */
function isOtherThing(text: string): boolean {
  const end = text.lastIndexOf('%%EOF')
  // Some programs pad the last block of a file with spaces or zeros.
  if (end < 0 || /[^\0\t\n\f\r ]/.test(text.slice(end + 5))) return true
  return (
    /<(?:script|html|svg|!doctype|\?php)/i.test(text.slice(0, 2_048)) ||
    text.slice(-66_000).includes('PK\u0005\u0006') ||
    text.includes('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')
  )
}

/** Whether an object stream uses only Flate compression, with its parameters inline. */
function isPlainlyPacked(dictionary: string, names: ReadonlySet<string>): boolean {
  const others = [
    'ASCIIHexDecode',
    'ASCII85Decode',
    'LZWDecode',
    'RunLengthDecode',
    'Crypt',
    'AHx',
    'A85',
    'LZW',
    'RL',
    'Fl',
    'DecodeParms',
    'DP',
    'FFilter',
    'F',
  ]
  return others.every((name) => !names.has(name)) && !/Filter[\0\t\n\f\r ]+\d/.test(dictionary)
}

/** The decompressed data of a stream, without its checksum, which viewers do not require; null when it is not zlib. */
function unpacked(bytes: Buffer, from: number): Buffer | null {
  const first = bytes[from] ?? 0
  if ((first & 0x0f) !== 8 || ((first << 8) | (bytes[from + 1] ?? 0)) % 31 !== 0) return null
  try {
    return inflateRawSync(bytes.subarray(from + 2), { maxOutputLength: maxBytes.each })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw error
    return null
  }
}

/** Inspects a section. Updates `left`: the names that may still be inspected, and the open actions. */
function lookAt(text: string, left: Looked): FileProblem | { pages: number } {
  if (text.includes('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')) return 'mixed'
  let pages = 0
  let previous = ''
  for (const name of namesOf(text)) {
    left.names -= 1
    if (left.names < 0) throw new TooManySteps()
    const problem = problemOfName.get(name)
    if (problem) return problem
    if (name === 'Page' && previous === 'Type') pages += 1
    previous = name
  }
  return hasForbiddenAction(text, left.opening) ? 'active' : { pages }
}
