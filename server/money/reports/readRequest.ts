import type { FieldProblem } from '#contract/platform/errors'
import type { Report } from '#contract/money/reports'
import { isLocalDate, type LocalDate } from '#domain/platform/dates'
import { isEmail } from '#domain/platform/identifiers'
import { isReportPeriod, isWholeMonth } from '#domain/money/report'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { isFileSet, readFileChoice } from './fileSets.ts'
import { readFilters } from './readFilters.ts'

/** What is asked for in any case. */
export type Asked = Pick<Report, 'type' | 'format' | 'recipients'>
type AskedOnce = Asked & Pick<Report, 'from' | 'to' | 'filters'>

const problem = (name: string, code: string): FieldProblem => ({ name, code, message: text(`errors.field.${code}`) })

/** Packages and papers are a zip, all else is not. */
const isFormatOf = ({ type, format }: Asked) => (type === 'month_package' || isFileSet(type)) === (format === 'zip')

/** Refuses with ApiValidationException what the schema alone cannot see. Returns the recipients, each once, in its one spelling. */
function readAsked(asked: Asked, others: readonly FieldProblem[] = []): string[] {
  const recipients = [...new Set(asked.recipients)]
  const fields = [
    ...others,
    ...(isFormatOf(asked) ? [] : [problem('format', 'option')]),
    ...(recipients.every(isEmail) ? [] : [problem('recipients', 'format')]),
  ]
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  return recipients
}

/** As {@link readAsked}, with days that exist, in order, 366 at most, a whole month for a package, and filters that its list knows. */
export function readRequest(asked: AskedOnce): { recipients: string[]; from: LocalDate; to: LocalDate } {
  const { type, from, to, filters } = asked
  const fields = isKnown(type, filters) ? [] : [problem('filters', 'invalid')]
  if (!isLocalDate(from) || !isLocalDate(to)) {
    const wrong = isLocalDate(from) ? 'to' : 'from'
    throw new Refusal('ApiValidationException', { fields: [problem(wrong, 'format')] })
  }
  if (!isReportPeriod({ from, to })) fields.push(problem('to', 'period'))
  else if (type === 'month_package' && !isWholeMonth({ from, to })) fields.push(problem('to', 'month'))
  return { recipients: readAsked(asked, fields), from, to }
}

function isKnown(type: Report['type'], filters: Report['filters']): boolean {
  if (type === 'operations') return readFilters(filters) !== null
  return isFileSet(type) ? readFileChoice(type, filters) !== null : filters.length === 0
}

/** Refuses a schedule that cannot be: a package is monthly, papers are asked for by hand. */
export function readScheduled(asked: Asked & { frequency: string }): string[] {
  const wrong = asked.type === 'month_package' && asked.frequency !== 'monthly'
  return readAsked(asked, [
    ...(wrong ? [problem('frequency', 'option')] : []),
    ...(isFileSet(asked.type) ? [problem('type', 'option')] : []),
  ])
}
