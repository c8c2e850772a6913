import { t } from './t.ts'

type Reading = 'format' | 'ambiguous' | 'decimals' | 'negative' | 'large' | 'most' | 'day' | 'year' | 'choice'

/** The message for a text that an input for amounts, rates, days or one of several options cannot parse. */
export const parseErrorMessage = (problem: Reading): string => t(`formats.reading.${problem}`)
