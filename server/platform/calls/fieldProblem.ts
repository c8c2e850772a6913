import type { FieldProblem } from '#contract/platform/errors'
import { text } from './messages.ts'

/** A wrong field in the words of its code. */
export const problem = (name: string, code: string): FieldProblem => ({ name, code, message: text(`errors.field.${code}`) })
