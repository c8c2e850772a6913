import type { Role } from '#domain/access/roles'
import type { Config } from '../config/config.ts'

/** Who may not be without a second factor: owners and admins, where the installation says so. */
export const mustHaveFactor = ({ secondFactor }: Pick<Config, 'secondFactor'>, role: Role): boolean =>
  secondFactor === 'owners_admins' && (role === 'owner' || role === 'admin')
