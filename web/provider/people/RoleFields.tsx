import { type StaffRole, staffRoles } from '#domain/provider/staff'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'

type RoleFieldsProps = { chosen: readonly StaffRole[]; onChange: (roles: StaffRole[]) => void; problem?: string | null | undefined }

/** The roles of a member of staff, each with what it may do. */
export function RoleFields({ chosen, onChange, problem }: RoleFieldsProps) {
  const toggle = (role: StaffRole) => onChange(staffRoles.filter((one) => (one === role) !== chosen.includes(one)))
  return (
    <fieldset aria-describedby={problem ? 'roles-problem' : undefined}>
      <legend className="mb-1.5 text-sm font-medium text-ink-2">{t('people.roles')}</legend>
      <div className="grid gap-2">
        {staffRoles.map((role) => (
          <Checkbox
            key={role}
            label={t(`staff.role.${role}`)}
            help={t(`people.role.${role}`)}
            checked={chosen.includes(role)}
            onChange={() => toggle(role)}
          />
        ))}
      </div>
      {problem && (
        <p id="roles-problem" role="alert" className="mt-1.5 text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
