import { compactIban, ibanProblem, isIbanWhole, type IbanProblem } from '#domain/money/iban'
import { t } from '../../platform/i18n/t.ts'

/** What is wrong while it is still being typed has to wait until nothing more can put it right. */
const atOnce: ReadonlySet<IbanProblem> = new Set(['country', 'characters'])

/** The sentence about a typed account number: as early as it is certain, and all of it once it is `left`. */
export function ibanTyped(text: string, left: boolean): string | null {
  const typed = compactIban(text)
  const problem = ibanProblem(typed)
  if (problem === null || typed.length < 2) return left && typed.length < 2 ? t('bankAccounts.problem.length') : null
  if (!left && !atOnce.has(problem) && !isIbanWhole(typed)) return null
  return t(`bankAccounts.problem.${problem}`)
}
