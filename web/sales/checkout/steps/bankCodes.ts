/** Banks to choose from, by their four-figure codes of the Bank of Spain's register, the largest first. */
export const bankCodes = ['2100', '0049', '0182', '0081', '0128', '2103', '2085', '2095', '1465'] as const
/** Codes that no bank has; the simulation answers them with trouble. For the test mode alone. */
export const testBankCodes = ['9950', '9901', '9902', '9904', '9905', '9911', '9900'] as const

export type BankCode = (typeof bankCodes)[number] | (typeof testBankCodes)[number]
