import { type PasswordOwner, passwordProblems } from '#domain/access/password'
import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { failureWords } from '../shared/failureWords.ts'

/** What is wrong with fields of a form, by name; `form`: with it as a whole. */
export type FieldProblems = Partial<Record<string, string>>

/** What the server found wrong, each beside its field; else above the button. */
export function problemsByField(error: unknown, names: readonly string[]): FieldProblems {
  const found = names.flatMap((name) => {
    const field = isApiFailure(error) ? error.fields.get(name) : undefined
    return field ? [[name, field.message]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : { form: failureWords(error) }
}

type Values = Readonly<Record<string, string>> & { newPassword1: string; newPassword2: string }

/** What can be told of a form with a new password before it is sent: fields left empty, rules unmet, a repetition that differs. */
export function passwordFormProblems(values: Values, owner: PasswordOwner): FieldProblems {
  const { newPassword1, newPassword2 } = values
  const found: FieldProblems = {}
  for (const [name, value] of Object.entries(values)) if (value.trim() === '') found[name] = t('errors.field.required')
  const [problem] = passwordProblems(newPassword1, owner)
  if (problem) found['newPassword1'] ??= t(`password.${problem}`)
  if (newPassword1 !== newPassword2) found['newPassword2'] ??= t('password.mismatch')
  return found
}
