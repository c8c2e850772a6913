import { type PasswordOwner, passwordProblems } from '#domain/access/password'
import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { failureMessage } from '../feedback/failureMessage.ts'

/** Field errors by field name; `form`: the error of the form as a whole. */
export type FieldProblems = Partial<Record<string, string>>

/** The server’s errors, each beside its field; the others above the button. */
export function problemsByField(error: unknown, names: readonly string[]): FieldProblems {
  const problems = names.flatMap((name) => {
    const field = isApiFailure(error) ? error.fields.get(name) : undefined
    return field ? [[name, field.message]] : []
  })
  return problems.length > 0 ? Object.fromEntries(problems) : { form: failureMessage(error) }
}

type Values = Readonly<Record<string, string>> & { newPassword1: string; newPassword2: string }

/** Client-side validation of a form with a new password: empty fields, unmet rules, a repetition that differs. */
export function passwordFormProblems(values: Values, owner: PasswordOwner): FieldProblems {
  const { newPassword1, newPassword2 } = values
  const problems: FieldProblems = {}
  for (const [name, value] of Object.entries(values)) if (value.trim() === '') problems[name] = t('errors.field.required')
  const [problem] = passwordProblems(newPassword1, owner)
  if (problem) problems['newPassword1'] ??= t(`password.${problem}`)
  if (newPassword1 !== newPassword2) problems['newPassword2'] ??= t('password.mismatch')
  return problems
}
