import { t } from '../i18n/t.ts'
import { LazyMenu } from './LazyMenu.tsx'
import { afterFirstPage } from '../routes/firstPage.ts'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'
import { useSession } from '../session/session.ts'

const UserMenuItems = lazyWithRetry(async () => (await import('./UserMenuItems.tsx')).UserMenuItems)
afterFirstPage(UserMenuItems.preload)

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toLocaleUpperCase('es'))
    .join('')

/** The signed-in user and their own menu. */
export function UserMenu() {
  const { account } = useSession()
  const name = `${account.firstName} ${account.lastName}`.trim() || account.email
  return (
    <LazyMenu
      triggerClassName="avatar grid size-[2.25rem] place-items-center rounded-full text-sm font-title"
      trigger={
        <>
          <span aria-hidden>{initialsOf(name)}</span>
          <span className="sr-only">{t('shell.user.menuOf', { name })}</span>
        </>
      }
    >
      <UserMenuItems />
    </LazyMenu>
  )
}
