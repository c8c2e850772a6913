import { ibanProblem } from '../../money/iban.ts'
import { allBehindLabel, plainLetters, type PaperLine } from './paperText.ts'
import { ibanPlaces } from '../../money/sepaCountries.ts'

/** A value found in a document, and where. */
export type Found<T = string> = { value: T; at: PaperLine }
/** A comparison of document and expectation: same, different, or not found. */
type Compared = { says: 'same' | 'other'; found: Found } | { says: 'nothing' }

/** A bank's certificate compared with the typed account number and the expected holder. */
export type CertificateReading = { readable: boolean; iban: Compared; holder: Compared }

/** Every valid account number in a document, in any printed format: in groups, with dots or in boxes. */
export function ibansIn(lines: readonly PaperLine[]): Found[] {
  return lines.flatMap((at) => {
    const text = at.text.toUpperCase()
    return [...text.matchAll(/[A-Z]\s?[A-Z](?=(?:[\s.·-]*\d){2})/g)].flatMap(({ index }) => {
      const value = ibanFrom(text.slice(index))
      return value === null ? [] : [{ value, at }]
    })
  })
}

/** The account number at the beginning of a text, with its country's length and no digit after it. */
function ibanFrom(text: string): string | null {
  const length = ibanPlaces(text.replace(/\s/g, '').slice(0, 2))?.length ?? 0
  const [spaced] = new RegExp(`^[A-Z0-9](?:[\\s.·-]*[A-Z0-9]){${Math.max(length - 1, 0)}}(?!\\d)`).exec(text) ?? []
  const iban = spaced?.replace(/[\s.·-]/g, '') ?? ''
  return ibanProblem(iban) === null ? iban : null
}

/** Legal forms, spelled out or with dots, which are not part of a name. */
const legalForms =
  /\b(?:SOCIEDAD (?:DE RESPONSABILIDAD )?LIMITADA(?: UNIPERSONAL| LABORAL)?|SOCIEDAD ANONIMA(?: UNIPERSONAL| LABORAL)?|SOCIEDAD COOPERATIVA|COMUNIDAD DE BIENES|S ?L ?U|S ?L ?L|S ?A ?U|S ?A ?L|S ?L|S ?A|S ?COOP|C ?B)\b/g

/** The words of a name, regardless of order, case, accents and legal form. */
export function nameWords(name: string): string[] {
  const plain = plainLetters(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const named = plain.replace(legalForms, ' ').trim()
  return (named === '' ? plain : named).split(/\s+/).filter(Boolean)
}

/**
 * Labels of a holder, the most specific first. "Titular" counts only at the beginning of a column or before a colon: "…es titular de la
 * cuenta ES91…" is prose.
 */
const holderLabels: readonly RegExp[] = [
  /(?:^\s*|\s{2})(?:datos del |nombre del )?titular(?:es)?(?: de la cuenta)?\b|\btitular(?:es)?(?: de la cuenta)?(?=\s*:)/i,
  /\ba (?:nombre|favor) de\b|\bnombre (?:y apellidos|o raz[oó]n social)\b|\braz[oó]n social\b|\bcliente\b(?! social)/i,
]

/** A name as banks print it: capitalised, and no account or document number. */
const isName = (value: string): boolean =>
  /^[\p{Lu}\d«"]/u.test(value) && /\p{L}{3}/u.test(value) && !/^(?:N[uú]mero|IBAN|CCC|NIF|CIF|DNI|NIE)\b/i.test(value)

/** A document number after a name on the same line. */
const trailingDocument = /(?:\bcon\s+)?\b(?:N\.?I\.?[FE]|C\.?I\.?F|D\.?N\.?I)\b.*$/i

/**
 * Compares a certificate's text with the typed account number and the possible names of its holder. `readable`: it has any text; a scanned
 * image has none.
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

/** A labelled holder takes precedence over other names: the letter may be addressed to one person and be about another's account. */
function compareHolder(lines: readonly PaperLine[], names: readonly string[]): Compared {
  const expected = names.map(nameWords).filter((words) => words.length > 0)
  if (expected.length === 0) return { says: 'nothing' }
  const fits = ({ value }: Found) => expected.some((name) => isNamed(name, value))
  for (const label of holderLabels) {
    const labelled = allBehindLabel(lines, label).filter(({ value }) => isName(value))
    const same = labelled.find(fits)
    if (same) return { says: 'same', found: same }
    if (labelled[0]) return { says: 'other', found: labelled[0] }
  }
  const named = lines.map((at) => ({ value: at.text.trim(), at })).find(fits)
  return named ? { says: 'same', found: named } : { says: 'nothing' }
}

/** Whether a column of a text contains a name. A name of one word must be the whole column: within one it may belong to anybody. */
function isNamed(name: readonly string[], text: string): boolean {
  return text.split(/\s{2,}/).some((column) => {
    const words = nameWords(column.replace(trailingDocument, ''))
    return name.length === 1 ? words.length === 1 && words[0] === name[0] : name.every((word) => words.includes(word))
  })
}
