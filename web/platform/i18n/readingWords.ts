import { t } from './t.ts'

type Reading = 'format' | 'ambiguous' | 'decimals' | 'negative' | 'large' | 'most' | 'day' | 'year'

/** The sentence for a text that a box for amounts, rates or days cannot read. */
export const readingWords = (problem: Reading): string => t(`formats.reading.${problem}`)
