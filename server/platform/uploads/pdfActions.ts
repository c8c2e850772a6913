import { endOfDictionary, namesOf, skipBlank, TooManySteps } from './pdfParts.ts'

/**
 * Every kind of action that PDF knows (ISO 32000-2, table 201) but those that are taken, GoTo and URI: what runs, plays, sends, opens another file, or
 * changes what is shown. Their names are refused wherever they stand, because a name may be kept apart from the action that it belongs to.
 */
export const refusedActions: readonly string[] = [
  'JavaScript',
  'Launch',
  'GoToR',
  'GoToE',
  'GoToDp',
  'Thread',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'Hide',
  'Named',
  'SetOCGState',
  'Rendition',
  'Movie',
  'Sound',
  'GoTo3DView',
  'RichMedia',
  'RichMediaExecute',
  'XFA',
]

/** Actions that are looked at in one piece: a file made to be slow is given up. */
const maxDictionaries = 20_000
const takenActions = new Set(['GoTo', 'URI'])
const blank = '[\\0\\t\\n\\f\\r ]'
const reference = new RegExp(`^(\\d{1,10})${blank}+\\d{1,5}${blank}+R(?![A-Za-z])`)
/** Where a click on a link may lead: nothing of this machine or of the network that it stands in. */
const webAddress = /^(?:https?:\/\/[^/\\]|mailto:|tel:|www\.)/i
/** A file somewhere else: `\\server`, `//server`, or by a scheme. */
const elsewhere = /^(?:\\\\|\/\/|[a-z][a-z0-9+.-]+:)/i

/**
 * Whether a piece of PDF does something by itself or leads out of the document other than to the web. Objects that the document names as what it does
 * when it is opened are added to `opening`: they may stand in another piece (`isPlainOpening`).
 */
export function acts(escaped: string, opening: Set<string>): boolean {
  const text = withPlainNames(escaped)
  let dictionaries = 0
  for (const { 1: key = '', index, 0: whole } of text.matchAll(/\/(OpenAction|AA|A|PA|Next|URI|Base|U?F)(?=[\0\t\n\f\r ()<[/%\d])/g)) {
    const at = skipBlank(text, index + whole.length)
    if (key === 'OpenAction') {
      const object = reference.exec(text.slice(at, at + 40))?.[1]
      if (object !== undefined) opening.add(object)
      else if (!isPlainOpening(text, at)) return true
    } else if (key === 'AA') {
      if (text.startsWith('<<', at) || reference.test(text.slice(at, at + 40))) return true
    } else if (key === 'URI' || key === 'Base') {
      if (leadsElsewhere(text, at, key)) return true
    } else if (key === 'F' || key === 'UF') {
      const file = stringAt(text, at)
      if (file !== null && elsewhere.test(file)) return true
    } else if (text.startsWith('<<', at)) {
      dictionaries += 1
      if (dictionaries > maxDictionaries) throw new TooManySteps()
      if (!isTakenAction(text, at)) return true
    }
  }
  return false
}

/** What a document does when it is opened: it shows a place of its own. */
function isPlainOpening(escaped: string, begin: number): boolean {
  const text = escaped.slice(begin, begin + 4_000)
  const at = skipBlank(text, 0)
  if (text[at] === '[' || /^null(?![A-Za-z])/.test(text.slice(at, at + 5))) return true
  if (!text.startsWith('<<', at)) return false
  const { names, isWhole } = namesIn(text, at)
  return isWhole && names.includes('GoTo') && !names.includes('URI') && !names.includes('Next')
}

/** An action in the place where one stands is one of the two that are taken. */
function isTakenAction(text: string, at: number): boolean {
  const { names } = namesIn(text, at)
  return names.every((name, index) => name !== 'S' || takenActions.has(names[index + 1] ?? ''))
}

/** The names of a dictionary, and whether it ended as soon as that of an action does. */
function namesIn(text: string, at: number): { names: string[]; isWhole: boolean } {
  const near = text.slice(at, at + 300)
  const { end } = endOfDictionary(near, 0)
  return { names: [...namesOf(near.slice(0, end ?? near.length))], isWhole: end !== null }
}

/** An address that is no string here could be anything. The name alone, as the kind of an action, is none. */
function leadsElsewhere(text: string, at: number, key: 'URI' | 'Base'): boolean {
  const address = stringAt(text, at)
  if (address !== null) return !webAddress.test(address)
  return key === 'URI' && reference.test(text.slice(at, at + 40))
}

/** The beginning of the string that stands here, its escapes read; null: there is none. */
function stringAt(text: string, at: number): string | null {
  const hex = /^<(?!<)([0-9A-Fa-f\0\t\n\f\r ]{0,200})/.exec(text.slice(at, at + 220))?.[1]
  if (hex !== undefined) return Buffer.from(hex.replace(/[^0-9A-Fa-f]/g, ''), 'hex').toString('latin1')
  if (text[at] !== '(') return null
  return text
    .slice(at + 1, at + 220)
    .replace(/\\(\r\n|[0-7]{1,3}|[\s\S])/g, (_, escape: string) =>
      /^[0-7]/.test(escape) ? String.fromCharCode(Number.parseInt(escape, 8) & 0xff) : /[\r\n]/.test(escape) ? '' : escape,
    )
    .trimStart()
}

/** The same piece with its names as they are read: `#41` in a name is `A`. */
const withPlainNames = (text: string): string =>
  text.replace(/\/[^\0\t\n\f\r ()<>[\]{}/%#]{0,126}#[^\0\t\n\f\r ()<>[\]{}/%]{0,126}/g, (name) =>
    name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )

/** Whether an object is in this piece, and shows a place of the document wherever it is; an object stream begins with numbers and places. */
export function openings(text: string, object: string, holdsObjects: boolean): boolean[] {
  if (!holdsObjects) {
    const begins = new RegExp(`(?<!\\d)0*${object}${blank}+\\d+${blank}+obj`, 'g')
    return [...text.matchAll(begins)].map(({ index, 0: whole }) => isPlainOpening(text, index + whole.length))
  }
  const header = /^[\0\t\n\f\r ]*((?:\d+[\0\t\n\f\r ]+)+)/.exec(text.slice(0, 200_000))
  const numbers = (header?.[1] ?? '').trim().split(/[\0\t\n\f\r ]+/)
  return numbers.flatMap((number, index) => {
    const place = numbers[index + 1]
    if (index % 2 !== 0 || Number(number) !== Number(object) || place === undefined) return []
    return [isPlainOpening(text, (header?.[0].length ?? 0) + Number(place))]
  })
}
