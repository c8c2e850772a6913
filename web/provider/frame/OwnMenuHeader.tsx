import { personName, rolesText } from './personName.ts'
import { useStaff } from './useStaff.ts'

/** Above a person's own menu: who they are, whole, in which roles. */
export function OwnMenuHeader() {
  const staff = useStaff()
  return (
    <div className="mb-1.5 border-b border-line px-2.5 pt-1.5 pb-2.5 text-md wrap-anywhere">
      <p className="font-strong">{personName(staff)}</p>
      <p className="text-sm text-ink-3">{staff.email}</p>
      <p className="text-sm text-ink-3">{rolesText(staff.roles)}</p>
    </div>
  )
}
