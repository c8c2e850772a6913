import { basisPoints, type BasisPoints } from '#domain/platform/money'

/** The settings of prices and terms: default and description. */
export const termsSettings = {
  TERMS_NOTICE_DAYS: ['30', 'How many days before terms become worse a merchant is told, 0 to 365; better ones may begin the next day'],
  MAX_TAE: ['40', "Highest TAE of a customer's plan that terms may lead to, in percent, 1 to 200"],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type TermsConfig = {
  /** Days of notice before terms become worse. */
  noticeDays: number
  /** Highest TAE of a plan. */
  maxTae: BasisPoints
}

type ReadWholeNumber = (name: keyof typeof termsSettings, min: number, max: number) => number

/** Reads them. Throws ConfigProblem for a value out of range. */
export const termsConfigOf = (whole: ReadWholeNumber): TermsConfig => ({
  noticeDays: whole('TERMS_NOTICE_DAYS', 0, 365),
  maxTae: basisPoints(whole('MAX_TAE', 1, 200) * 100),
})
