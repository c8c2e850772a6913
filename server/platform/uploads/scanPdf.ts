import { inflateRawSync } from 'node:zlib'
import { acts, openings, refusedActions } from './pdfActions.ts'
import { namesOf, streamsOf, TooManySteps } from './pdfParts.ts'

/** Why a file is not taken; each has its sentence. */
export type FileProblem = 'kind' | 'heic' | 'unreadable' | 'protected' | 'active' | 'attached' | 'pages' | 'large' | 'mixed' | 'empty'

/** What packed data may unfold to, each piece and all together; and how many names are looked at. */
const maxBytes = { each: 24_000_000, all: 80_000_000 }
const maxNames = 1_500_000

const problemOfName: ReadonlyMap<string, FileProblem> = new Map([
  ['Encrypt', 'protected'],
  ...refusedActions.map((name): [string, FileProblem] => [name, 'active']),
  ...['EmbeddedFile', 'EmbeddedFiles'].map((name): [string, FileProblem] => [name, 'attached']),
])

/**
 * What is wrong with a PDF, or null. Nothing is run or drawn: every name is looked at, in the open and in every packed stream, wherever it stands.
 * What cannot be unpacked as it says, and could hide an object, is refused. Runs in a process of its own (`examine.ts`).
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
      const found = lookAt(piece.text, left)
      if (typeof found === 'string') return found
      pages += found.pages
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
/** Names that may still be looked at, and the objects by which the document opens. */
type Looked = { names: number; opening: Set<string> }

/** The object is found, and shows a place of the document wherever it is found. */
function opensPlainly(pieces: readonly Piece[], object: string): boolean {
  const found = pieces.flatMap(({ text, holdsObjects }) => openings(text, object, holdsObjects))
  return found.length > 0 && found.every(Boolean)
}

/** A page of the web, an archive or a test virus that is a PDF besides; or something behind the end of the PDF. */
function isOtherThing(text: string): boolean {
  const end = text.lastIndexOf('%%EOF')
  // Programs fill the last block of a file with blanks or zeros.
  if (end < 0 || /[^\0\t\n\f\r ]/.test(text.slice(end + 5))) return true
  return (
    /<(?:script|html|svg|!doctype|\?php)/i.test(text.slice(0, 2_048)) ||
    text.slice(-66_000).includes('PK\u0005\u0006') ||
    text.includes('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')
  )
}

/** One object stream, packed in the one way that we can unpack, with its parameters in the open. */
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

/** The data of a stream as far as it unfolds without its checksum, which viewers do not insist on; null when it is not packed this way. */
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

/** `left` is told how many names were looked at, and by what the document opens. */
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
  return acts(text, left.opening) ? 'active' : { pages }
}
