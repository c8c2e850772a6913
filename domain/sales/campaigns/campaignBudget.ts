import type { Cents } from '../../platform/money.ts'

/** Whether nothing is left of what a shop wants to spend on a campaign: then it pauses. Null: without limit. */
export const isBudgetSpent = (budget: Cents | null, spent: Cents): boolean => budget !== null && spent >= budget
