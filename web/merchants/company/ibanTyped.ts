import { compactIban, ibanProblem, isIbanWhole, type IbanProblem } from '#domain/money/iban'
import { t } from '../../platform/i18n/t.ts'

/** Problems that further typing can fix are shown only on blur. */
const atOnce: ReadonlySet<IbanProblem> = new Set(['country', 'characters'])

/** The message for a typed IBAN: as soon as it is certain, and every problem once `left`. */
export function ibanTyped(text: string, left: boolean): string | null {
  const typed = compactIban(text)
  const problem = ibanProblem(typed)
  if (problem === null || typed.length < 2) return left && typed.length < 2 ? t('bankAccounts.problem.length') : null
  if (!left && !atOnce.has(problem) && !isIbanWhole(typed)) return null
  return t(`bankAccounts.problem.${problem}`)
}
