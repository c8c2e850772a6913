import { t } from '../i18n/t.ts'
import { Menu } from '../ui/controls/Menu.tsx'
import { displayName } from '../session/displayName.ts'
import { clientState, useSession } from '../session/session.ts'
import { useStore } from '../state/store.ts'
import { useUserMenu } from './useUserMenu.tsx'

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toLocaleUpperCase('es'))
    .join('')

/** The signed-in user and their own menu. */
export function UserMenu() {
  const { account, role } = useSession()
  const company = displayName(useStore(clientState))
  const name = `${account.firstName} ${account.lastName}`.trim() || account.email
  const header = (
    <div className="border-b border-line px-2.5 pt-1.5 pb-2.5 mb-1.5 text-md">
      <p className="font-strong">{name}</p>
      <p className="text-sm text-ink-3">{account.email}</p>
      <p className="text-sm text-ink-3">
        {company ? t('shell.user.roleAt', { role: t(`shell.role.${role}`), company }) : t(`shell.role.${role}`)}
      </p>
    </div>
  )
  return (
    <Menu
      label={t('shell.user.menu')}
      triggerClassName="avatar grid size-9 place-items-center rounded-full text-sm font-title"
      trigger={
        <>
          <span aria-hidden>{initialsOf(name)}</span>
          <span className="sr-only">{t('shell.user.menuOf', { name })}</span>
        </>
      }
      header={header}
      items={useUserMenu()}
    />
  )
}
