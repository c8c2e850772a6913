import { joinTexts } from '#domain/platform/direction'
import { type StaffRole, staffRoles } from '#domain/provider/staff'
import { t } from '../../platform/i18n/t.ts'

type Named = { firstName: string; lastName: string; email: string }

/** A member of staff by name; by e-mail while there is none. */
export const personName = ({ firstName, lastName, email }: Named): string => `${firstName} ${lastName}`.trim() || email

/** The first letters of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toLocaleUpperCase('es'))
    .join('')

/** Roles in words, in their usual order: "Revisión, Finanzas". */
export const rolesText = (roles: readonly StaffRole[]): string =>
  joinTexts(
    staffRoles.filter((role) => roles.includes(role)).map((role) => t(`staff.role.${role}`)),
    ', ',
  )
