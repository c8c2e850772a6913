import { ibanProblem } from './iban.ts'
import { behindLabel, plainLetters, type PaperLine } from './paperText.ts'

/** Something that a document says, and where. */
export type Found<T = string> = { value: T; at: PaperLine }
/** What a document says of one thing: the same as expected, something else, or nothing that can be told. */
export type Compared = { says: 'same' | 'other'; found: Found } | { says: 'nothing' }

/** A bank's certificate against what was typed and whose it should be (product IBN-10). */
export type CertificateReading = { readable: boolean; iban: Compared; holder: Compared }

/** Every Spanish account number of a document that can be one, as banks print it: in groups, with dots or in boxes of their own. */
export function ibansIn(lines: readonly PaperLine[]): Found[] {
  return lines.flatMap((at) =>
    [...at.text.toUpperCase().matchAll(/E\s?S(?:[\s.·-]*\d){22}(?!\d)/g)]
      .map(([text]) => text.replace(/[\s.·-]/g, ''))
      .filter((iban) => ibanProblem(iban) === null)
      .map((value) => ({ value, at })),
  )
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

const holderLabel =
  /\b(?:titular(?:es)?(?: de la cuenta)?|a (?:nombre|favor) de|nombre (?:y apellidos|o raz[oó]n social|del titular)|raz[oó]n social|cliente)\b(?! social)/i

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

function compareHolder(lines: readonly PaperLine[], names: readonly string[]): Compared {
  const expected = names.map(nameWords).filter((words) => words.length > 0)
  if (expected.length === 0) return { says: 'nothing' }
  for (const at of lines) {
    const words = new Set(nameWords(at.text))
    if (expected.some((name) => name.every((word) => words.has(word)))) return { says: 'same', found: { value: at.text.trim(), at } }
  }
  const told = behindLabel(lines, holderLabel)
  return told && /\p{L}{3}/u.test(told.value) ? { says: 'other', found: told } : { says: 'nothing' }
}
