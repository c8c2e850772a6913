import { createContext } from 'react'
import type { AmountProblem } from '#domain/platform/readAmount'

/** Why a box's text is not read: an amount or rate, or a day. */
export type ReadingProblem = Exclude<AmountProblem, 'empty'> | 'most' | 'day' | 'year'

/** The sentence for a text that a box cannot read. Given by the application, which knows the words. */
export const ReadingWords = createContext<(problem: ReadingProblem) => string>((problem) => problem)
