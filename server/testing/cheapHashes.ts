import { argon2Cost } from '../platform/database/phcText.ts'

/** The product's cost of a password hash. */
export const productCost = { ...argon2Cost }
/** The lowest possible, for a process of tests: few of them are about the cost. */
export const cheapCost = { ...argon2Cost, memory: 8, passes: 1 }

Object.assign(argon2Cost, cheapCost)
