import { formatDate, localDate } from '#domain/platform/dates'
import { basisPoints, formatPercent } from '#domain/platform/money'
import type { Check } from '#domain/provider/applicationChecks'
import { text } from '../../platform/calls/messages.ts'

/** Checks with their results in words. */
export const checkTexts = (checks: readonly Check[]): { result: Check['result']; text: string }[] =>
  checks.map(({ code, result, values = {} }) => ({
    result,
    text: text(`review.check.${code}.${result}`, {
      ...values,
      ...(values['sum'] !== undefined && { sum: formatPercent(basisPoints(Number(values['sum']))) }),
      ...(values['date'] !== undefined && { date: formatDate(localDate(values['date'])) }),
    }),
  }))
