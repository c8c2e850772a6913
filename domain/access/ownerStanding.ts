const dayMs = 86_400_000

/**
 * So many days somebody must have been an owner before their consent counts, and for so many days a former owner is still told and still counts as
 * there. Whoever takes over one owner's password cannot at once add an owner of their own or get rid of the other one.
 */
export const ownerDays = 7

/** What was true at this moment decides about owners now. */
export const ownersAsOf = (now: Date): Date => new Date(now.getTime() - ownerDays * dayMs)

/** When `ownerDays` have passed since a moment. */
export const ownerDaysAfter = (since: Date): Date => new Date(since.getTime() + ownerDays * dayMs)
