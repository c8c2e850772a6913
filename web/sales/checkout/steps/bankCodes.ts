/** Banks by their four-digit codes in the Bank of Spain's register, the largest first. */
export const bankCodes = ['2100', '0049', '0182', '0081', '0128', '2103', '2085', '2095', '1465'] as const
/** Unassigned codes, for which the simulation returns errors. Test mode only. */
export const testBankCodes = ['9950', '9901', '9902', '9904', '9905', '9911', '9900'] as const

export type BankCode = (typeof bankCodes)[number] | (typeof testBankCodes)[number]
