import { endOfDictionary, namesOf, skipBlank, TooManySteps } from './pdfParts.ts'

/**
 * All action types of PDF (ISO 32000-2, table 201) except the allowed GoTo and URI: those that run, play, send, open another file, or change what is
 * displayed. Their names are refused anywhere in the file, because a name may be stored apart from its action.
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

/** Maximum dictionaries inspected per section, against files crafted to be slow. */
const maxDictionaries = 20_000
const allowedActions = new Set(['GoTo', 'URI'])
const blank = '[\\0\\t\\n\\f\\r ]'
const reference = new RegExp(`^(\\d{1,10})${blank}+\\d{1,5}${blank}+R(?![A-Za-z])`)
/** Allowed targets of links: not this machine or its network. */
const webAddress = /^(?:https?:\/\/[^/\\]|mailto:|tel:|www\.)/i
/** A file at another location: `\\server`, `//server`, or by a scheme. */
const elsewhere = /^(?:\\\\|\/\/|[a-z][a-z0-9+.-]+:)/i

/**
 * Whether a section of a PDF contains an action that runs by itself or leaves the document for anything but the web. Objects referenced as the document's
 * open action are added to `opening`: they may be in another section (`isPlainOpening`).
 */
export function hasForbiddenAction(escaped: string, opening: Set<string>): boolean {
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
      if (!isAllowedAction(text, at)) return true
    }
  }
  return false
}

/** Whether the open action is only a destination within the document. */
function isPlainOpening(escaped: string, begin: number): boolean {
  const text = escaped.slice(begin, begin + 4_000)
  const at = skipBlank(text, 0)
  if (text[at] === '[' || /^null(?![A-Za-z])/.test(text.slice(at, at + 5))) return true
  if (!text.startsWith('<<', at)) return false
  const { names, isWhole } = namesIn(text, at)
  return isWhole && names.includes('GoTo') && !names.includes('URI') && !names.includes('Next')
}

/** Whether the action at this position is one of the two allowed types. */
function isAllowedAction(text: string, at: number): boolean {
  const { names } = namesIn(text, at)
  return names.every((name, index) => name !== 'S' || allowedActions.has(names[index + 1] ?? ''))
}

/** The names in a dictionary, and whether it ended within the length of an action. */
function namesIn(text: string, at: number): { names: string[]; isWhole: boolean } {
  const near = text.slice(at, at + 300)
  const { end } = endOfDictionary(near, 0)
  return { names: [...namesOf(near.slice(0, end ?? near.length))], isWhole: end !== null }
}

/** Whether a link's target is not allowed; a target stored by reference is not known here. The bare name, as an action type, has no target. */
function leadsElsewhere(text: string, at: number, key: 'URI' | 'Base'): boolean {
  const address = stringAt(text, at)
  if (address !== null) return !webAddress.test(address)
  return key === 'URI' && reference.test(text.slice(at, at + 40))
}

/** The beginning of the string at this position, unescaped; null when there is none. */
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

/** The section with the escapes in its names decoded: `#41` in a name is `A`. */
const withPlainNames = (text: string): string =>
  text.replace(/\/[^\0\t\n\f\r ()<>[\]{}/%#]{0,126}#[^\0\t\n\f\r ()<>[\]{}/%]{0,126}/g, (name) =>
    name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )

/** For each occurrence of an object in this section, whether it is a plain destination. An object stream begins with object numbers and offsets. */
export function arePlainOpenings(text: string, object: string, holdsObjects: boolean): boolean[] {
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
