import type { FieldRules, Values } from './company/fields.ts'
import { compactIban, ibanProblem } from '../money/iban.ts'
import { isUrl } from '../platform/identifiers.ts'
import { plainText } from '../platform/plainText.ts'
import { properNameProblem } from '../platform/properName.ts'

/** The fields of a requested shop (docs/domain.md#onboarding); amounts in cents. `ibanId`: an account that is paid already. */
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

/** The required fields of a shop: a URL unless it is in-store only, and an account, new or existing. */
export function requiredOfShop({ inStoreOnly, ibanId }: Pick<Values<ShopField>, 'inStoreOnly' | 'ibanId'>): ReadonlySet<ShopField> {
  const required = new Set<ShopField>(['name', 'businessActivity', 'monthlyEarnings', 'averageAmount'])
  if (inStoreOnly !== true) required.add('url')
  if (ibanId === null || ibanId === '') required.add('iban')
  return required
}
