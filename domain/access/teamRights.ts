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
