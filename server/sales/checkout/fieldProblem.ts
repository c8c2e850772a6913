import type { FieldProblem } from '#contract/platform/errors'
import { hasText, text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** What is wrong with a field, by its name on the wire; the room's own sentence where it has one for that field. */
export function problemWith(name: string, code: string): FieldProblem {
  const own = `consumer.field.${name}`
  return { name, code, message: text(hasText(own) ? own : `errors.field.${code}`) }
}

/** The refusal that names fields. */
export const fieldProblems = (fields: FieldProblem[]): Refusal => new Refusal('ApiValidationException', { fields })

export const fieldProblem = (name: string, code: string): Refusal => fieldProblems([problemWith(name, code)])
