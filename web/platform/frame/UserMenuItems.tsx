import { t } from '../i18n/t.ts'
import { MenuItems } from '../ui/controls/MenuItems.tsx'
import { displayName } from '../session/displayName.ts'
import { clientState, useSession } from '../session/session.ts'
import { useStore } from '../state/store.ts'
import { useUserMenu } from './useUserMenu.tsx'

/** Who is signed in. */
export function UserMenuHeader() {
  const { account, roleName } = useSession()
  const company = displayName(useStore(clientState))
  return (
    <div className="border-b border-line px-2.5 pt-1.5 pb-2.5 mb-1.5 text-md">
      <p className="font-strong">{`${account.firstName} ${account.lastName}`.trim() || account.email}</p>
      <p className="text-sm text-ink-3">{account.email}</p>
      <p className="text-sm text-ink-3">
        {company ? t('shell.user.roleAt', { role: t(`shell.role.${roleName}`), company }) : t(`shell.role.${roleName}`)}
      </p>
    </div>
  )
}

/** Who is signed in, and the items of their own menu. */
export function UserMenuItems() {
  return <MenuItems label={t('shell.user.menu')} header={<UserMenuHeader />} items={useUserMenu()} />
}
