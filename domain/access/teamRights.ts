/** What people of an account may do, in the words of the matrix. Each call says which right it belongs to. */
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

/** Whether somebody can be given a right on request: what is the owner's alone is handed over, not asked for. */
export const isAskable = (right: TeamRight): right is Exclude<TeamRight, 'bankAccount' | 'company'> =>
  right !== 'bankAccount' && right !== 'company'
export const askableRights = teamRights.filter(isAskable)

/** How far a right goes: all of it, looking only, or not at all. */
export type RightReach = 'yes' | 'read' | 'no'

/** Rights that one person may be left without although their role has them: never what keeps an account alive. */
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
