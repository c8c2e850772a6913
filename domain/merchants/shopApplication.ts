import type { FieldRules, Values } from './company/fields.ts'
import { compactIban, ibanProblem } from '../money/iban.ts'
import { isUrl } from '../platform/identifiers.ts'
import { plainText } from '../platform/plainText.ts'
import { properNameProblem } from '../platform/properName.ts'

/** What is told of a shop that is asked for (docs/domain.md#onboarding); amounts in cents. `ibanId`: an account that is paid already. */
export type ShopField = 'name' | 'url' | 'inStoreOnly' | 'businessActivity' | 'monthlyEarnings' | 'averageAmount' | 'iban' | 'ibanId'

export const shopRules: FieldRules<ShopField> = {
  name: { problem: properNameProblem },
  inStoreOnly: {},
  url: { tidy: plainText, problem: (text) => (isUrl(text) ? null : 'url') },
  businessActivity: {},
  monthlyEarnings: {},
  averageAmount: {},
  iban: {
    tidy: compactIban,
    problem: (text) => {
      const problem = ibanProblem(text)
      return problem === null ? null : `iban_${problem}`
    },
  },
  ibanId: {},
}

/** What a shop needs to be whole: an address unless it has none, and an account, new or known. */
export function requiredOfShop({ inStoreOnly, ibanId }: Pick<Values<ShopField>, 'inStoreOnly' | 'ibanId'>): ReadonlySet<ShopField> {
  const required = new Set<ShopField>(['name', 'businessActivity', 'monthlyEarnings', 'averageAmount'])
  if (inStoreOnly !== true) required.add('url')
  if (ibanId === null || ibanId === '') required.add('iban')
  return required
}
