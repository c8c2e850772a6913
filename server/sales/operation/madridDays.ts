import { isLocalDate, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

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
    before: to && startOfNextMadridDay(to),
  }
}
