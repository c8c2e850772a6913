import { DAY_MS } from '../platform/dates.ts'

/**
 * How many days somebody must have been an owner before their consent counts, and for how many days a former owner is still notified and
 * counted. Whoever takes over one owner's password cannot at once add an owner or remove the other one.
 */
export const ownerDays = 7

/** Ownership at this time decides about owners now. */
export const ownersAsOf = (now: Date): Date => new Date(now.getTime() - ownerDays * DAY_MS)

/** When `ownerDays` have passed since a time. */
export const ownerDaysAfter = (since: Date): Date => new Date(since.getTime() + ownerDays * DAY_MS)
