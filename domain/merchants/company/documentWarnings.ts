import { addMonths, isLocalDate, type LocalDate } from '../../platform/dates.ts'
import type { PaperType } from './papers.ts'
import { plainLetters, type PaperLine } from './paperText.ts'

/** A warning about a document from its own text; each has a message. */
export type DocumentWarning = 'otherPaper' | 'old' | 'runOut'

/** Words of which each document contains at least one, in capitals and without accents. */
const names: Readonly<Record<PaperType, RegExp>> = {
  signatory_dni: /\b(?:DNI|NIE|IDESP|PASAPORTE|PASSPORT)\b|DOCUMENTO NACIONAL|IDENTITY CARD|PERMISO DE RESIDENCIA/,
  cif: /\b[NC]\.? ?I\.? ?F\b|IDENTIFICACION FISCAL/,
  deeds_or_taxid: /ESCRITURA|NOTARI|CONSTITUCION|ESTATUTOS|REGISTRO MERCANTIL|\b03[67]\b|DECLARACION CENSAL/,
  bank_account_certificate: /\bIBAN\b|\bCUENTA\b|\bTITULAR/,
  audited_annual_accounts: /CUENTAS ANUALES|\bBALANCE\b|PERDIDAS Y GANANCIAS|\bRENTA\b|FRACCIONADO|\b1[03]0\b/,
  tax_agency_certificate: /AGENCIA (?:ESTATAL|TRIBUTARIA)|SITUACION CENSAL|HACIENDA FORAL|CERTIFICADO TRIBUTARIO/,
}

/** Documents accepted for three months (`older_than_3_months`). */
const shortLived: ReadonlySet<PaperType> = new Set(['bank_account_certificate', 'tax_agency_certificate'])
const MONTHS_GOOD = 3

const months = 'ENERO FEBRERO MARZO ABRIL MAYO JUNIO JULIO AGOSTO SEPTIEMBRE OCTUBRE NOVIEMBRE DICIEMBRE'.split(' ')
const dayForms: readonly RegExp[] = [
  /\b(?<day>\d{1,2})[/.\- ](?<month>\d{1,2})[/.\- ](?<year>\d{4})\b/g,
  /\b(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})\b/g,
  new RegExp(`\\b(?<day>\\d{1,2})\\s+DE\\s+(?<month>${months.join('|')})\\s+(?:DE|DEL)\\s+(?<year>\\d{4})\\b`, 'g'),
]

/** Every date in a text, in the formats of Spanish offices. */
export function daysIn(text: string): LocalDate[] {
  const plain = plainLetters(text)
  return dayForms.flatMap((form) =>
    [...plain.matchAll(form)].flatMap(({ groups: { day = '', month = '', year = '' } = {} }) => {
      const number = months.includes(month) ? String(months.indexOf(month) + 1) : month
      const written = `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
      return isLocalDate(written) ? [written] : []
    }),
  )
}

/**
 * Warnings from a document's own text, before it is uploaded: its name is not in it, its latest date is more than three months ago, or the
 * card has expired. None for a scanned image, which has no text. A warning does not prevent the upload.
 */
export function documentWarnings(type: PaperType, lines: readonly PaperLine[], today: LocalDate): DocumentWarning[] {
  if (lines.length === 0) return []
  const text = plainLetters(lines.map((line) => line.text).join('\n'))
  const past = daysIn(text).filter((day) => day <= today)
  const newest = past.toSorted().at(-1)
  const isOld = shortLived.has(type) && newest !== undefined && addMonths(newest, MONTHS_GOOD) < today
  return [
    ...(names[type].test(text) ? [] : ['otherPaper' as const]),
    ...(isOld ? ['old' as const] : []),
    ...(ranOut(type, lines, today) ? ['runOut' as const] : []),
  ]
}

/** Whether an identity card states a last day that has passed. */
function ranOut(type: PaperType, lines: readonly PaperLine[], today: LocalDate): boolean {
  if (type !== 'signatory_dni') return false
  return statedEnds(lines).some((days) => days.every((day) => day < today))
}

/** The days that each label of an end of validity states, on its line or the next. */
function statedEnds(lines: readonly PaperLine[]): LocalDate[][] {
  return lines.flatMap(({ text }, index) => {
    if (!/VALIDEZ|VALIDO HASTA|CADUCIDAD|EXPIRY|EXPIRATION/.test(plainLetters(text))) return []
    const days = daysIn(text)
    const ends = days.length > 0 ? days : daysIn(lines[index + 1]?.text ?? '')
    return ends.length > 0 ? [ends] : []
  })
}

/** The last day on which a document says that it is valid; null when it states none. */
export const statedExpiry = (lines: readonly PaperLine[]): LocalDate | null => statedEnds(lines).flat().toSorted().at(-1) ?? null
