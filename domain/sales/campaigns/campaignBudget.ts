import type { Cents } from '../../platform/money.ts'

/** Whether a campaign's budget is used up, which pauses it. Null: no limit. */
export const isBudgetSpent = (budget: Cents | null, spent: Cents): boolean => budget !== null && spent >= budget
