import { addDays, isLocalDate, localDate, startOfMadridDay } from '#domain/dates'
import { text } from '../http/messages.ts'
import { Refusal } from '../http/refusal.ts'

/** After it no day can be told: up to it is up to whenever. */
const lastDay = localDate('9999-12-31')

/** First instant of `from` and first instant after `to`, both Madrid days; refuses a day that does not exist. */
export function madridDays(query: { from?: string | undefined; to?: string | undefined }): {
  since: Date | undefined
  before: Date | undefined
} {
  const day = (name: 'from' | 'to') => {
    const value = query[name]
    if (value === undefined || isLocalDate(value)) return value
    throw new Refusal('ApiValidationException', { fields: [{ name, code: 'format', message: text('errors.field.format') }] })
  }
  const [from, to] = [day('from'), day('to')]
  return {
    since: from && startOfMadridDay(from),
    before: to === undefined || to === lastDay ? undefined : startOfMadridDay(addDays(to, 1)),
  }
}
