import type { Mode } from '../../platform/database/scope.ts'

/** Form of the support number printed on a Spanish identity document: three letters and six digits; no spaces, capitals. */
export const supportNumberPattern = /^[A-Z]{3}\d{6}$/

/** `failed`: a wrong number, which may be a slip of the hand; `refused`: somebody else, whatever they try next. */
export type ChallengeAnswer = 'passed' | 'failed' | 'refused'

/** Who checks that the person holds the document. May throw `ProviderUnreachable`; the same id is the same question. */
export type IdentityProvider = {
  challenge(question: { id: string; documentNumber: string; supportNumber: string; mode: Mode }): Promise<ChallengeAnswer>
}
