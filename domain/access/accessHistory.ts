import type { Role } from './roles.ts'

/** What somebody held at one moment, as far as it decides whether they could do something. */
export type HeldThen = {
  role: Role
  withheld: readonly string[]
  /** Ids of the shops that they could enter; null: all of the account. */
  shops: readonly string[] | null
  sandboxOnly: boolean
  disabled: boolean
  removed: boolean
  /** The last Madrid day of access; null: for good. */
  accessUntil: string | null
}

/** A change of somebody's access, with what was before it; what did not change is left out. */
export type AccessChange = { at: Date; before: Partial<HeldThen> }

/** What somebody held at a moment, from what they hold now and what was before each change since, in any order. */
export function heldAt(now: HeldThen, changes: readonly AccessChange[], at: Date): HeldThen {
  return changes
    .filter((change) => change.at > at)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .reduce((held, { before }) => ({ ...held, ...before }), now)
}
