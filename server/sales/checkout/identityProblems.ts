import type { FieldProblem } from '#contract/platform/errors'
import { addMonths, isLocalDate, localDate, type LocalDate, madridDay } from '#domain/platform/dates'
import { ADULT_YEARS } from '#domain/sales/operations/decision'
import { compactDocument, isEmail, isNie, isNif, isPortuguesePostcode, isSpanishPostcode } from '#domain/platform/identifiers'
import { hasText, text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Address } from './sale.ts'

/** A problem with a field, by its wire name; with the room's own sentence where it has one for that field. */
export function problemWith(name: string, code: string): FieldProblem {
  const own = `consumer.field.${name}`
  return { name, code, message: text(hasText(own) ? own : `errors.field.${code}`) }
}

/** A refusal that lists fields. */
export const fieldProblems = (fields: FieldProblem[]): Refusal => new Refusal('ApiValidationException', { fields })

export const fieldProblem = (name: string, code: string): Refusal => fieldProblems([problemWith(name, code)])

type Identity = { firstName: string; lastName: string; documentId: string; birthday: string; email: string; address: Address }

/** Whole years between a date of birth and a day. */
export function ageOn(birthday: LocalDate, day: LocalDate): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return addMonths(birthday, years * 12) > day ? years - 1 : years
}

/** Validates a customer's identity, by wire names: formats, control letters, age, postcode of the country. */
export function identityProblems(identity: Identity, now: Date): FieldProblem[] {
  const { address } = identity
  const document = compactDocument(identity.documentId)
  const isPostcode = address.country === 'ES' ? isSpanishPostcode : isPortuguesePostcode
  const checks: readonly [name: string, code: string | null][] = [
    ['first_name', identity.firstName === '' ? 'required' : null],
    ['last_name', identity.lastName === '' ? 'required' : null],
    ['document_id', isNif(document) || isNie(document) ? null : 'format'],
    ['birthday', birthdayProblem(identity.birthday, madridDay(now))],
    ['email', isEmail(identity.email) ? null : 'format'],
    ['address.street', address.street === '' ? 'required' : null],
    ['address.postcode', isPostcode(address.postcode) ? null : 'format'],
    ['address.city', address.city === '' ? 'required' : null],
  ]
  return checks.flatMap(([name, code]) => (code === null ? [] : [problemWith(name, code)]))
}

function birthdayProblem(text: string, today: LocalDate): string | null {
  if (!isLocalDate(text) || text < '1900-01-01') return 'format'
  return ageOn(localDate(text), today) < ADULT_YEARS ? 'invalid' : null
}
