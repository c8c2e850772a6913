import { createContext } from 'react'
import type { AmountProblem } from '#domain/platform/readAmount'

/** Why an input’s text cannot be parsed: an amount or rate, a day, or a text that is none of the options. */
export type ReadingProblem = Exclude<AmountProblem, 'empty'> | 'most' | 'day' | 'year' | 'choice'

/** The message for a text that an input cannot parse. Provided by the application, which has the messages. */
export const ParseErrorMessage = createContext<(problem: ReadingProblem) => string>((problem) => problem)
