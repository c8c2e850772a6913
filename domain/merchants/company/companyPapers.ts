import type { EnterpriseField } from './company.ts'
import type { Found } from './certificate.ts'
import { isLocalDate } from '../../platform/dates.ts'
import { isCif, isSpanishPostcode } from '../../platform/identifiers.ts'
import { behindLabel, type PaperLine } from './paperText.ts'

/** A value for the company's form found in one of its documents, and where. */
export type PaperValue = Found & { field: EnterpriseField }

/** Converts words printed in capitals to title case; connecting words stay lower-case. */
export const toTitleCase = (text: string): string =>
  text === text.toUpperCase()
    ? text
        .toLowerCase()
        .replace(/(^|[\s,./(-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
        .replace(/(?<=\s)(?:De|Del|La|Las|El|Los|Y)(?=\s)/g, (word) => word.toLowerCase())
        .replace(/\b(?:S\.?l|S\.?a|S\.?l\.?u|S\.?a\.?u)\b\.?/gi, (form) => form.toUpperCase())
    : text

const first = (lines: readonly PaperLine[], pattern: RegExp, read: (found: RegExpExecArray) => string | null): Found | null => {
  for (const at of lines) {
    const found = pattern.exec(at.text)
    const value = found && read(found)
    if (value) return { value, at }
  }
  return null
}
const labelled = (lines: readonly PaperLine[], label: RegExp, read: (text: string) => string | null): Found | null => {
  const found = behindLabel(lines, label)
  const value = found && read(found.value)
  return found && value ? { value, at: found.at } : null
}
const group =
  (number = 1) =>
  (found: RegExpExecArray): string | null =>
    found[number]?.trim() || null

/** How each field is found in the tax agency's card, a deed, a registry note or a tax form. A field that is not found is left out. */
const readers: readonly (readonly [EnterpriseField, (lines: readonly PaperLine[]) => Found | null])[] = [
  ['cif', (lines) => first(lines, /\b([ABCDEFGHJNPQRSUVW][\s.-]?\d[\d\s.]{5,8}[\s.-]?[\dA-J])\b/, ([, text = '']) => cifOf(text))],
  [
    'name',
    (lines) =>
      labelled(lines, /\b(?:denominaci[oó]n(?: o raz[oó]n)? social|raz[oó]n social|denominaci[oó]n)\b/i, (text) => toTitleCase(text)),
  ],
  ['address.street', (lines) => labelled(lines, /\bdomicilio(?: (?:social|fiscal))*\b/i, (text) => toTitleCase(streetOf(text)) || null)],
  ['address.postcode', (lines) => first(lines, place, ([, code = '']) => (isSpanishPostcode(code) ? code : null))],
  [
    'address.city',
    (lines) => first(lines, place, ([, code = '', city = '']) => (isSpanishPostcode(code) ? toTitleCase(city.trim()) : null)),
  ],
  [
    'incorporationDate',
    (lines) =>
      first(lines, /\bconstituci[oó]n\D{0,12}(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/i, ([, day = '', month = '', year = '']) => {
        const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
        return isLocalDate(date) ? date : null
      }),
  ],
  [
    'cnae',
    (lines) =>
      first(lines, /\bCNAE\b(?:[\s-]*20(?:09|25)\b)?\D{0,12}(\d{2})\.?(\d{2})\b/i, ([, division = '', rest = '']) => `${division}.${rest}`),
  ],
  [
    'registryData.province',
    (lines) =>
      first(
        lines,
        /registro mercantil de ([\p{L} ]+?)(?=[,.;:]|\s{2}|\s+tomo|\s+al\b|$)/iu,
        (found) => toTitleCase(group()(found) ?? '') || null,
      ),
  ],
  ['registryData.volume', (lines) => first(lines, /\btomo\s*:?\s*([\d.]+\d|\d)/i, group())],
  ['registryData.page', (lines) => first(lines, /\bfolio\s*:?\s*(\d+)/i, group())],
  ['registryData.sheet', (lines) => first(lines, /\bhoja\s*:?\s*(?:n[.º°]*\s*)?([A-Z]{1,2}\s?-?\s?\d[\d.]*)/i, group())],
]

const place = /(?<!\d)(\d{5})[\s,-]+(\p{L}[\p{L} .'·-]*\p{L})/u

const cifOf = (text: string): string | null => {
  const cif = text.replace(/[\s.-]/g, '')
  return isCif(cif) ? cif : null
}

/** A street without the postcode and town after it. */
const streetOf = (text: string): string => text.replace(/[\s,-]*\d{5}\s.*$/, '').trim()

/** Every value for the company's form in a document, each with its place. */
export const companyValuesIn = (lines: readonly PaperLine[]): PaperValue[] =>
  readers.flatMap(([field, read]) => {
    const found = read(lines)
    return found ? [{ field, ...found }] : []
  })
