/** The rights of people of an account, as in the matrix of the docs. Each endpoint declares the right it requires. */
export const teamRights = [
  'operations',
  'sell',
  'refund',
  'capture',
  'settlements',
  'invoices',
  'reports',
  'campaigns',
  'audiences',
  'preferences',
  'keys',
  'bankAccount',
  'team',
  'activity',
  'company',
  'password',
] as const
export type TeamRight = (typeof teamRights)[number]

/** Whether a right can be requested: those of owners only cannot. */
export const isAskable = (right: TeamRight): right is Exclude<TeamRight, 'bankAccount' | 'company'> =>
  right !== 'bankAccount' && right !== 'company'
export const askableRights = teamRights.filter(isAskable)

/** How far a right goes: full, read-only, or none. */
export type RightReach = 'yes' | 'read' | 'no'

/** Rights that can be withheld from a person although their role has them: none that keeps an account working. */
export const withholdable = [
  'sell',
  'refund',
  'capture',
  'settlements',
  'invoices',
  'reports',
  'campaigns',
] as const satisfies readonly TeamRight[]
export type WithheldRight = (typeof withholdable)[number]
