import { addDays, type LocalDate } from '../platform/dates.ts'

/** Days after which a shop's debt that sales have not repaid is claimed (docs/domain.md#direct-debits). */
export const DEBT_CLAIM_DAYS = 30

/** The day from which a debt is claimed that began on a value date. */
export const debtClaimDay = (since: LocalDate): LocalDate => addDays(since, DEBT_CLAIM_DAYS)
