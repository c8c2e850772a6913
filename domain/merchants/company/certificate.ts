import { ibanProblem } from '../../money/iban.ts'
import { allBehindLabel, plainLetters, type PaperLine } from './paperText.ts'
import { ibanPlaces } from '../../money/sepaCountries.ts'

/** Something that a document says, and where. */
export type Found<T = string> = { value: T; at: PaperLine }
/** What a document says of one thing: the same as expected, something else, or nothing that can be told. */
type Compared = { says: 'same' | 'other'; found: Found } | { says: 'nothing' }

/** A bank's certificate against what was typed and whose it should be. */
export type CertificateReading = { readable: boolean; iban: Compared; holder: Compared }

/** Every account number of a document that can be one, as banks print it: in groups, with dots or in boxes of their own. */
export function ibansIn(lines: readonly PaperLine[]): Found[] {
  return lines.flatMap((at) => {
    const text = at.text.toUpperCase()
    return [...text.matchAll(/[A-Z]\s?[A-Z](?=(?:[\s.·-]*\d){2})/g)].flatMap(({ index }) => {
      const value = ibanFrom(text.slice(index))
      return value === null ? [] : [{ value, at }]
    })
  })
}

/** The account number with which a text begins, as long as its country's are; no figure follows it. */
function ibanFrom(text: string): string | null {
  const length = ibanPlaces(text.replace(/\s/g, '').slice(0, 2))?.length ?? 0
  const [spaced] = new RegExp(`^[A-Z0-9](?:[\\s.·-]*[A-Z0-9]){${Math.max(length - 1, 0)}}(?!\\d)`).exec(text) ?? []
  const iban = spaced?.replace(/[\s.·-]/g, '') ?? ''
  return ibanProblem(iban) === null ? iban : null
}

/** Kinds of company, written out or with dots: they name nobody. */
const legalForms =
  /\b(?:SOCIEDAD (?:DE RESPONSABILIDAD )?LIMITADA(?: UNIPERSONAL| LABORAL)?|SOCIEDAD ANONIMA(?: UNIPERSONAL| LABORAL)?|SOCIEDAD COOPERATIVA|COMUNIDAD DE BIENES|S ?L ?U|S ?L ?L|S ?A ?U|S ?A ?L|S ?L|S ?A|S ?COOP|C ?B)\b/g

/** The words that name somebody, whatever their order, case, accents and kind of company. */
export function nameWords(name: string): string[] {
  const plain = plainLetters(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const named = plain.replace(legalForms, ' ').trim()
  return (named === '' ? plain : named).split(/\s+/).filter(Boolean)
}

/**
 * Labels of a holder, the plainest first. "Titular" names one only where it begins a column or a colon follows: "…es titular de la cuenta ES91…" is prose.
 */
const holderLabels: readonly RegExp[] = [
  /(?:^\s*|\s{2})(?:datos del |nombre del )?titular(?:es)?(?: de la cuenta)?\b|\btitular(?:es)?(?: de la cuenta)?(?=\s*:)/i,
  /\ba (?:nombre|favor) de\b|\bnombre (?:y apellidos|o raz[oó]n social)\b|\braz[oó]n social\b|\bcliente\b(?! social)/i,
]

/** A name as banks print it: in capitals or beginning with one, and no number of an account or a document. */
const isName = (value: string): boolean =>
  /^[\p{Lu}\d«"]/u.test(value) && /\p{L}{3}/u.test(value) && !/^(?:N[uú]mero|IBAN|CCC|NIF|CIF|DNI|NIE)\b/i.test(value)

/** Behind a name, on its own line: the number of its document. */
const documentBehind = /(?:\bcon\s+)?\b(?:N\.?I\.?[FE]|C\.?I\.?F|D\.?N\.?I)\b.*$/i

/**
 * Compares a certificate's text with the account number that was typed and the names that its holder may have. Readable: it has any text at all; a
 * scanned picture has none.
 */
export function compareCertificate(
  lines: readonly PaperLine[],
  { iban, names }: { iban: string; names: readonly string[] },
): CertificateReading {
  const numbers = ibansIn(lines)
  const [number] = numbers
  const same = numbers.find(({ value }) => value === iban)
  return {
    readable: lines.length > 0,
    iban: same ? { says: 'same', found: same } : number ? { says: 'other', found: number } : { says: 'nothing' },
    holder: compareHolder(lines, names),
  }
}

/** What the document calls the holder counts before whoever else it names: the letter may be addressed to one and be about the account of another. */
function compareHolder(lines: readonly PaperLine[], names: readonly string[]): Compared {
  const expected = names.map(nameWords).filter((words) => words.length > 0)
  if (expected.length === 0) return { says: 'nothing' }
  const fits = ({ value }: Found) => expected.some((name) => isNamed(name, value))
  for (const label of holderLabels) {
    const told = allBehindLabel(lines, label).filter(({ value }) => isName(value))
    const same = told.find(fits)
    if (same) return { says: 'same', found: same }
    if (told[0]) return { says: 'other', found: told[0] }
  }
  const named = lines.map((at) => ({ value: at.text.trim(), at })).find(fits)
  return named ? { says: 'same', found: named } : { says: 'nothing' }
}

/** Whether a text names somebody in one of its columns. A name of one word is the whole column: as a part it may be anybody's. */
function isNamed(name: readonly string[], text: string): boolean {
  return text.split(/\s{2,}/).some((column) => {
    const words = nameWords(column.replace(documentBehind, ''))
    return name.length === 1 ? words.length === 1 && words[0] === name[0] : name.every((word) => words.includes(word))
  })
}
