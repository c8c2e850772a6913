import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Settings2 from 'lucide-react/icons/settings-2'
import Sun from 'lucide-react/icons/sun'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import { setTheme, type Theme, theme } from './display.ts'
import { signOut } from './signOut.ts'
import { useStore } from './store.ts'

const themes: readonly (readonly [Theme, typeof Sun])[] = [
  ['system', Monitor],
  ['light', Sun],
  ['dark', Moon],
]

/** What a user may do about themselves; `withSettings` where no menu stands beside it. */
export function useUserMenu(withSettings = false): MenuItem[] {
  const chosen = useStore(theme)
  return [
    ...(withSettings
      ? [{ key: 'settings', label: t('shell.route.settings'), icon: <Settings2 aria-hidden />, href: paths.settings() }]
      : []),
    { key: 'password', label: t('shell.user.changePassword'), icon: <KeyRound aria-hidden />, href: paths.changePassword() },
    ...themes.map(([name, Icon]) => ({
      key: name,
      label: t(`shell.theme.${name}`),
      icon: <Icon aria-hidden />,
      checked: chosen === name,
      onSelect: () => setTheme(name),
    })),
    { key: 'sign-out', label: t('shell.user.signOut'), icon: <LogOut aria-hidden />, onSelect: () => void signOut() },
  ]
}
