import type { Role } from './roles.ts'

/** The part of a person's access at one time that decides what they could do. */
export type HeldThen = {
  role: Role
  withheld: readonly string[]
  /** Ids of the shops that they could enter; null: all of the account. */
  shops: readonly string[] | null
  sandboxOnly: boolean
  /** In cents; null: unlimited. */
  refundLimitCents: number | null
  refundDayLimitCents: number | null
  disabled: boolean
  removed: boolean
  /** The last Madrid day of access; null: unlimited. */
  accessUntil: string | null
}

/** A change of somebody's access, with the previous values of the changed fields. */
export type AccessChange = { at: Date; before: Partial<HeldThen> }

/** A person's access at a time, from their present access and the previous values of each change since, in any order. */
export function heldAt(now: HeldThen, changes: readonly AccessChange[], at: Date): HeldThen {
  return changes
    .filter((change) => change.at > at)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .reduce((held, { before }) => ({ ...held, ...before }), now)
}
