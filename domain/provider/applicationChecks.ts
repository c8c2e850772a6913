import { isCif, isNie, isNif } from '../platform/identifiers.ts'
import { addMonths, type LocalDate } from '../platform/dates.ts'
import { ibanProblem } from '../money/iban.ts'
import { nameWords } from '../merchants/company/certificate.ts'
import { ownershipProblems, type Holding, type OwnershipType, wholeCompany } from '../merchants/company/ownership.ts'
import type { PaperType } from '../merchants/company/papers.ts'

/** What a check found: right, to be looked at, or wrong. */
export type CheckResult = 'right' | 'doubtful' | 'wrong'

/** The checks that need no reviewer; each result has a message (`review.check.<code>.<result>`). */
type CheckCode = 'cif' | 'cifElsewhere' | 'identity' | 'shares' | 'iban' | 'ibanElsewhere' | 'holder' | 'expiry' | 'age'

/** One check. `field`: the fact that it is about. `values`: for the message. */
export type Check = { field: string; code: CheckCode; result: CheckResult; values?: Readonly<Record<string, string>> }

/** What is checked of an application or of a change of bank account; parts that are not there are not checked. */
export type Checked = {
  cif?: { number: string | null; elsewhere: boolean }
  identity?: { type: string | null; number: string | null }
  ownership?: { type: OwnershipType | null; isListed: boolean; holdings: readonly Holding[] }
  bank?: { iban: string; elsewhere: boolean; holder: string | null; names: readonly string[] }
  /** `today`: the day of the check. */
  document?: { type: PaperType; uploadedOn: LocalDate; expiresOn: LocalDate | null; today: LocalDate }
}

const result = (isRight: boolean, otherwise: CheckResult = 'wrong'): CheckResult => (isRight ? 'right' : otherwise)

/** Every check that can be made, in the order of the facts. */
export function applicationChecks({ cif, identity, ownership, bank, document }: Checked): Check[] {
  return [
    ...(cif ? cifChecks(cif) : []),
    ...(identity ? identityChecks(identity) : []),
    ...(ownership ? shareChecks(ownership) : []),
    ...(bank ? bankChecks(bank) : []),
    ...(document ? documentChecks(document) : []),
  ]
}

const cifChecks = ({ number, elsewhere }: NonNullable<Checked['cif']>): Check[] => [
  { field: 'cif', code: 'cif', result: result(number !== null && isCif(number)) },
  { field: 'cif', code: 'cifElsewhere', result: result(!elsewhere) },
]

/** The control letter of an identity number; a passport has none. */
function identityChecks({ type, number }: NonNullable<Checked['identity']>): Check[] {
  const field = 'documentNumber'
  if (number === null) return [{ field, code: 'identity', result: 'wrong' }]
  if (type === 'passport') return [{ field, code: 'identity', result: 'doubtful' }]
  return [{ field, code: 'identity', result: result(type === 'nie' ? isNie(number) : isNif(number)) }]
}

/** Whether the owners fit the stated kind of ownership, with their sum in basis points. */
function shareChecks({ type, isListed, holdings }: NonNullable<Checked['ownership']>): Check[] {
  const sum = holdings.reduce((total, { percentage }) => total + (percentage ?? 0), 0)
  const fits = type !== null && ownershipProblems(type, isListed, holdings).length === 0
  const isWhole = isListed || type !== 'majority' || sum === wholeCompany
  return [{ field: 'ownershipType', code: 'shares', result: fits ? result(isWhole, 'doubtful') : 'wrong', values: { sum: String(sum) } }]
}

const bankChecks = ({ iban, elsewhere, holder, names }: NonNullable<Checked['bank']>): Check[] => [
  { field: 'iban', code: 'iban', result: result(ibanProblem(iban) === null) },
  { field: 'iban', code: 'ibanElsewhere', result: result(!elsewhere) },
  ...(holder === null ? [] : [{ field: 'holder', code: 'holder' as const, result: result(isNamed(holder, names), 'doubtful') }]),
]

/** Whether a holder's name is one of the expected ones: the same words, whatever their order, case, accents and legal form. */
export function isNamed(holder: string, names: readonly string[]): boolean {
  const words = nameWords(holder)
  return names.some((name) => {
    const expected = nameWords(name)
    return expected.length > 0 && expected.length === words.length && expected.every((word) => words.includes(word))
  })
}

/** Documents that are accepted for three months only. */
const shortLived: ReadonlySet<PaperType> = new Set(['bank_account_certificate', 'tax_agency_certificate'])
const MONTHS_GOOD = 3

function documentChecks({ type, uploadedOn, expiresOn, today }: NonNullable<Checked['document']>): Check[] {
  const field = `document.${type}`
  if (expiresOn !== null) return [{ field, code: 'expiry', result: result(expiresOn >= today), values: { date: expiresOn } }]
  // Its own date is at most that of its upload.
  const isOld = shortLived.has(type) && addMonths(uploadedOn, MONTHS_GOOD) < today
  return shortLived.has(type) ? [{ field, code: 'age', result: result(!isOld, 'doubtful'), values: { date: uploadedOn } }] : []
}
