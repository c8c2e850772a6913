import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Smartphone from 'lucide-react/icons/smartphone'
import Sun from 'lucide-react/icons/sun'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import { setTheme, type Theme, theme } from './display.ts'
import { menuOf } from './menuOf.ts'
import { SectionIcon } from './SectionIcon.tsx'
import { mayContinue } from './mayContinue.ts'
import { useSession } from './session.ts'
import { signOut } from './signOut.ts'
import { useStore } from './store.ts'
import { showToast } from './toasts.ts'

const themes: readonly (readonly [Theme, typeof Sun])[] = [
  ['system', Monitor],
  ['light', Sun],
  ['dark', Moon],
]

const toPhone = () =>
  void import('./continueOnPhone.tsx').then(
    ({ continueOnPhone }) => continueOnPhone(),
    () => showToast(t('shell.error.noConnection')),
  )

/** What a user may do about themselves; `withSections` where no menu stands beside it: the sections that the bottom bar has no room for. */
export function useUserMenu(withSections = false): MenuItem[] {
  const chosen = useStore(theme)
  const session = useSession()
  // Where "Hoy" has taken its place in the bottom bar, the list is here too.
  const sections = menuOf(session).filter(({ section }) => section !== 'operations' || session.may('inboxList'))
  return [
    ...(withSections
      ? sections.map(({ section, href }) => ({
          key: section,
          label: t(`shell.route.${section}`),
          icon: <SectionIcon section={section} />,
          href,
        }))
      : []),
    ...(session.may('passwordChange')
      ? [{ key: 'password', label: t('settings.changePassword'), icon: <KeyRound aria-hidden />, href: paths.changePassword() }]
      : []),
    ...themes.map(([name, Icon]) => ({
      key: name,
      label: t(`shell.theme.${name}`),
      icon: <Icon aria-hidden />,
      checked: chosen === name,
      onSelect: () => setTheme(name),
    })),
    ...(withSections || !mayContinue(session)
      ? []
      : [{ key: 'phone', label: t('shell.continue'), icon: <Smartphone aria-hidden />, onSelect: toPhone }]),
    { key: 'sign-out', label: t('shell.user.signOut'), icon: <LogOut aria-hidden />, onSelect: () => void signOut() },
  ]
}
